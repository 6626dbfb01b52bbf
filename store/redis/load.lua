-- Read a session and the clock in one round trip, and on one node of a cluster.
--
-- KEYS  the session (hash: version, document)
-- Answers {seconds, microseconds}, with version and document after them if there is such a session. Version 0 stands for
-- none: a creation that was refused may leave it.
local answer = redis.call('TIME')
local version, document = unpack(redis.call('HMGET', KEYS[1], 'version', 'document'))
if version and document then
  answer[3], answer[4] = version, document
elseif version ~= '0' and redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.error_reply('FOREIGN the key ' .. KEYS[1] .. ' holds a hash of another program')
end
return answer
