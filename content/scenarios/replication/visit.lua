-- Reads from the master, at any time. A master that finds an expired
-- key deletes it, and tells its replica.
if redis('GET', 'item') then note('there') end
