-- After a conflict read again, and try again.
for try = 1, 2 do
  redis('WATCH', 'balance')
  local balance = tonumber(redis('GET', 'balance'))
  redis('MULTI')
  redis('SET', 'balance', balance + 10)
  if redis('EXEC') then
    note('added', 10)
    return 'done'
  end
end
return 'conflict'
