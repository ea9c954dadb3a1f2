-- Redis first; what it does not have comes from the store.
local value = redis('GET', 'item')
if not value then
  value = store.get('item')
  if type(value) ~= 'string' then return 'failed' end
  redis('SET', 'item', value, 'NX')
end
return value
