-- Read a document and set its expiry again, so that WAIT waits for everything that was read. That needs no memory.
--
-- KEYS  the document (hash: version, document), its archive (string)
-- Answers {seconds, microseconds}, followed by version and document if the document exists. If it does not, its archive
-- (if any) is written again instead, since the caller reads that next.
local document_key, archive = KEYS[1], KEYS[2]
local answer = redis.call('TIME')
local version, document = unpack(redis.call('HMGET', document_key, 'version', 'document'))
if version and version ~= '0' then
  redis.call('PEXPIRE', document_key, redis.call('PTTL', document_key))
  answer[3], answer[4] = version, document
  return answer
end
local life = redis.call('PTTL', archive)
if life > 0 then
  redis.call('PEXPIRE', archive, life)
elseif life == -1 then
  redis.call('SET', archive, redis.call('GET', archive))
end
return answer
