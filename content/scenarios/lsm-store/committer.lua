-- In the background: the log to the disk, every 10 ms.
for round = 1, 2 do
  sleep(10)
  store.sync()
  note('syncs', round)
end
