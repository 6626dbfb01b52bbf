-- Read a document and the clock in one round trip, and on one node of a cluster.
--
-- KEYS  the document (hash: version, document)
-- Answers {seconds, microseconds}, followed by version and document if the document exists. Version 0 stands for none: a
-- creation that failed may leave it.
local answer = redis.call('TIME')
local version, document = unpack(redis.call('HMGET', KEYS[1], 'version', 'document'))
if version and document then
  answer[3], answer[4] = version, document
elseif version ~= '0' and redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.error_reply('FOREIGN the key ' .. KEYS[1] .. ' holds a hash of another program')
end
return answer
