-- Read a session and set its expiry once more, so that WAIT waits for everything that was read. That needs no memory.
--
-- KEYS  the session (hash: version, document), its archive (string)
-- Answers {seconds, microseconds}, with version and document after them if there is such a session. Without one its
-- archive is written again instead, if there is one: then that is what the caller reads next.
local session, archive = KEYS[1], KEYS[2]
local answer = redis.call('TIME')
local version, document = unpack(redis.call('HMGET', session, 'version', 'document'))
if version and version ~= '0' then
  redis.call('PEXPIRE', session, redis.call('PTTL', session))
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
