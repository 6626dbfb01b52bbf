-- Read a receipt, and write it or its expiry again, so that WAIT waits for the receipt's change.
--
-- KEYS  the receipts (hash)
-- ARGV  the idempotency key
-- Answers the receipt, or nil.
local receipt = redis.call('HGET', KEYS[1], ARGV[1])
if not receipt then return receipt end
local life = redis.call('PTTL', KEYS[1])
if life > 0 then
  -- Setting the same expiry again needs no memory, so a server that has none left executes it, too.
  redis.call('PEXPIRE', KEYS[1], life)
else
  redis.call('HSET', KEYS[1], ARGV[1], receipt)
end
return receipt
