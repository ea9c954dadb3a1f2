-- A writer talks to the cache layer only.
redis('LPUSH', 'writes', version)
