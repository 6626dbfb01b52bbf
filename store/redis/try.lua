-- Call every command that the store needs, on keys of their own, and leave nothing: what is refused here would be
-- refused in a change, too.
--
-- KEYS  a session, its log, its receipts, its archive, a list and a watermark, of a name that nothing else has
-- ARGV  how to publish, channel, how many bytes to write
-- Answers the commands that were refused, each followed by its error.
local session, log, receipts, archive, list, watermark = unpack(KEYS)
local publish, channel, bytes = unpack(ARGV)
local refused = {}
local function try(command, ...)
  local answer = redis.pcall(command, ...)
  if type(answer) == 'table' and answer.err then
    refused[#refused + 1] = command
    refused[#refused + 1] = answer.err
  end
end

-- First, as a server out of memory refuses only the first write of a script.
try('HSET', session, 'version', '0', 'document', string.rep(' ', bytes))
-- Should DEL be refused, the keys go by themselves.
try('EXPIRE', session, 1)
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
try('TYPE', session)
try('PTTL', session)
try('TIME')
try('ZRANGEBYSCORE', list, 0, 0)
try('ZREVRANGEBYSCORE', list, 0, 0)

try('ZREM', list, 'm')
try('DEL', session, log, archive, list)
return refused
