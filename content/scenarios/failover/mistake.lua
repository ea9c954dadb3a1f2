-- Cannot reach the master, which is alive: the network between them is
-- cut.
redis('replica', 'REPLICAOF', 'NO', 'ONE')
