-- Read a receipt and write it once more, so that WAIT waits for the change that it tells of.
--
-- KEYS  the receipts (hash)
-- ARGV  the idempotency key
-- Answers the receipt, or nil.
local receipt = redis.call('HGET', KEYS[1], ARGV[1])
if receipt then redis.call('HSET', KEYS[1], ARGV[1], receipt) end
return receipt
