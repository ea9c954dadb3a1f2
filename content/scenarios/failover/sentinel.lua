-- Makes the replica a master once the old one no longer answers.
if redis('PING').err then redis('replica', 'REPLICAOF', 'NO', 'ONE') end
