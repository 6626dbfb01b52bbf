-- Call every command that the store needs, on keys that nothing else uses, and leave nothing. A command that fails here
-- would fail in a change, too.
--
-- KEYS  a document, its log, its receipts, its archive, a list and a watermark, with a name that nothing else has
-- ARGV  how to publish, channel, how many bytes to write
-- Answers the commands that failed, each followed by its error.
local document_key, log, receipts, archive, list, watermark = unpack(KEYS)
local publish, channel, bytes = unpack(ARGV)
local refused = {}
local function try(command, ...)
  local answer = redis.pcall(command, ...)
  if type(answer) == 'table' and answer.err then
    refused[#refused + 1] = command
    refused[#refused + 1] = answer.err
  end
end

-- This comes first, since a server without memory rejects only the first write of a script.
try('HSET', document_key, 'version', '0', 'document', string.rep(' ', bytes))
-- If DEL fails, the keys expire.
try('EXPIRE', document_key, 1)
try('XADD', log, '1-0', 'body', '')
try('PEXPIRE', log, 1000)
try('SET', archive, '', 'EX', 1)
try('ZADD', list, 1, 'm')
try('PEXPIRE', list, 1000)
try(publish, channel, 0)

try('HGET', receipts, 'key')
try('HMGET', watermark, 'height', 'token')
try('XRANGE', log, '-', '+', 'COUNT', 1)
try('GET', archive)
try('EXISTS', archive)
try('TYPE', document_key)
try('PTTL', document_key)
try('TIME')
try('ZRANGEBYSCORE', list, 0, 0)
try('ZREVRANGEBYSCORE', list, 0, 0)

try('ZREM', list, 'm')
try('DEL', document_key, log, archive, list)
return refused
