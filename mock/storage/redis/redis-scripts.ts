/**
 * The storage commands as Lua scripts: Redis runs each of them atomically, so no process sees partial changes. The
 * scripts tolerate keys that Redis has evicted.
 */
import type { StorageCommand } from '../storage-commands.ts';

/**
 * The keys and their contents, below the prefix. Names and ids are JSON-escaped, so they contain no line breaks:
 * - `values`: hash of collection LF id to "version place size LF record";
 * - `order`: sorted set of collection LF place id, all with score 0, so that a collection is a range of it;
 * - `collections`: sorted set of the names by the place of their first record; `counts`: hash of the name to the number
 *   of records;
 * - `numbers`: hash of the name to the last used number;
 * - `totals`: hash of global counters: places, recordSize, entries, entrySize, rules; and `begun`;
 * - `journal`: list of "size LF entry", whose ids have no gaps: the last is `totals.entries`;
 * - `rules`: list of ids; `rule-texts`: hash of the id to "skip times LF rule"; `rule-counts`: hash of s-id and t-id.
 */
export const KEYS = [
  'values',
  'order',
  'collections',
  'counts',
  'numbers',
  'totals',
  'journal',
  'rules',
  'rule-texts',
  'rule-counts',
] as const;

/** The first arguments of each script. */
export const LEADING_ARGUMENTS = ['channel', 'records', 'recordBytes', 'entries', 'entryBytes', 'rules'] as const;

const prelude = String.raw`
local values, order, collections, counts, numbers, totals, journal, rules, ruleTexts, ruleCounts = unpack(KEYS)
local channel = ARGV[1]
local mostRecords, mostRecordSize = tonumber(ARGV[2]), tonumber(ARGV[3])
local mostEntries, mostEntrySize, mostRules = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local call = redis.call

local function placed(name, place, id) return name .. '\n' .. string.format('%016d', place) .. id end

local function idIn(name, member) return string.sub(member, #name + 18) end

-- Members of a collection begin with its name and a line break, and nothing else does.
local function membersOf(name, most)
  return call('ZRANGEBYLEX', order, '[' .. name .. '\n', '(' .. name .. '\11', 'LIMIT', 0, most)
end

local function partsOf(value) return string.match(value, '^(%d+) (%d+) (%d+)\n(.*)$') end

local function drop(name, id)
  local field = name .. '\n' .. id
  local value = call('HGET', values, field)
  if not value then return 0 end
  local _, place, size = partsOf(value)
  call('HDEL', values, field)
  call('ZREM', order, placed(name, place, id))
  call('HINCRBY', totals, 'recordSize', 0 - size)
  if call('HINCRBY', counts, name, -1) == 0 then
    call('HDEL', counts, name)
    call('ZREM', collections, name)
  end
  return 1
end

local function oldestExcept(name, id)
  local notes = 'removed:' .. name
  local note = membersOf(notes, 1)[1]
  if note then return notes, idIn(notes, note) end
  for _, member in ipairs(membersOf(name, 2)) do
    local oldest = idIn(name, member)
    if oldest ~= id then return name, oldest end
  end
  for _, other in ipairs(call('ZRANGE', collections, 0, 1)) do
    local first = membersOf(other, 1)[1]
    if other ~= name and first then return other, idIn(other, first) end
  end
end

local function trim(name, id)
  while call('HLEN', values) > mostRecords or tonumber(call('HGET', totals, 'recordSize') or 0) > mostRecordSize do
    local other, oldest = oldestExcept(name, id)
    if not other or drop(other, oldest) == 0 then return end
  end
end

local function skip(name, wanted)
  local last = call('HGET', numbers, name)
  if tonumber(last or 0) >= tonumber(wanted) then return end
  if not last and call('HLEN', numbers) >= mostRecords then call('HDEL', numbers, call('HRANDFIELD', numbers)) end
  call('HSET', numbers, name, wanted)
end

local function insert(name, id, text, size, last)
  local field = name .. '\n' .. id
  if call('HEXISTS', values, field) == 1 then return 0 end
  local place = call('HINCRBY', totals, 'places', 1)
  call('HSET', values, field, '1 ' .. place .. ' ' .. size .. '\n' .. text)
  call('ZADD', order, 0, placed(name, place, id))
  if call('HINCRBY', counts, name, 1) == 1 then call('ZADD', collections, place, name) end
  call('HINCRBY', totals, 'recordSize', size)
  trim(name, id)
  skip(name, last)
  drop('removed:' .. name, id)
  return 1
end

local function replace(name, id, text, size, value)
  local version, place, before = partsOf(value)
  call('HSET', values, name .. '\n' .. id, string.format('%d %s %s\n', version + 1, place, size) .. text)
  call('HINCRBY', totals, 'recordSize', size - before)
  trim(name, id)
end

local function addRules(first)
  local ids = {}
  for at = first, #ARGV, 3 do
    local id = tostring(call('HINCRBY', totals, 'rules', 1))
    call('HSET', ruleTexts, id, ARGV[at] .. ' ' .. ARGV[at + 1] .. '\n' .. ARGV[at + 2])
    ids[#ids + 1] = id
  end
  for index = #ids, 1, -1 do call('LPUSH', rules, ids[index]) end
  while call('LLEN', rules) > mostRules do
    local id = call('RPOP', rules)
    call('HDEL', ruleTexts, id)
    call('HDEL', ruleCounts, 's' .. id, 't' .. id)
  end
  return ids
end

-- The arguments are those of initialStateArgs in serialization.ts.
local function begin()
  local at = 8
  for _ = 1, tonumber(ARGV[7]) do
    insert(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], 0)
    at = at + 4
  end
  local numberCount = tonumber(ARGV[at])
  at = at + 1
  for _ = 1, numberCount do
    call('HSET', numbers, ARGV[at], ARGV[at + 1])
    at = at + 2
  end
  addRules(at)
  return call('HSET', totals, 'begun', 1)
end
`;

const scripts: Readonly<Record<Exclude<StorageCommand, 'ping'>, string>> = {
  insert: `return insert(ARGV[7], ARGV[8], ARGV[9], ARGV[10], ARGV[11])`,
  put: String.raw`
local name, id, text, size = ARGV[7], ARGV[8], ARGV[9], ARGV[10]
if insert(name, id, text, size, ARGV[11]) == 1 then return 1 end
replace(name, id, text, size, call('HGET', values, name .. '\n' .. id))
return 0`,
  has: String.raw`return call('HEXISTS', values, ARGV[7] .. '\n' .. ARGV[8])`,
  read: String.raw`
local value = call('HGET', values, ARGV[7] .. '\n' .. ARGV[8])
if not value then return false end
local version, _, _, text = partsOf(value)
return { version, text }`,
  list: String.raw`
local name, found = ARGV[7], {}
for _, member in ipairs(membersOf(name, -1)) do
  local id = idIn(name, member)
  local version, _, _, text = partsOf(call('HGET', values, name .. '\n' .. id) or '')
  if text then found[#found + 1], found[#found + 2], found[#found + 3] = id, version, text end
end
return found`,
  update: String.raw`
local name, id, text, size, wanted = ARGV[7], ARGV[8], ARGV[9], ARGV[10], ARGV[11]
local field = name .. '\n' .. id
local value = call('HGET', values, field)
if not value then return 0 end
if partsOf(value) ~= wanted then return 0 end
replace(name, id, text, size, value)
return 1`,
  remove: `return drop(ARGV[7], ARGV[8])`,
  nextNumber: `
local name = ARGV[7]
local last = call('HGET', numbers, name)
if not last and call('HLEN', numbers) >= mostRecords then call('HDEL', numbers, call('HRANDFIELD', numbers)) end
return call('HINCRBY', numbers, name, 1)`,
  skipNumbers: `
skip(ARGV[7], ARGV[8])
return 0`,
  collections: `return call('HGETALL', counts)`,
  clearRecords: `
local name = ARGV[7]
if not name then
  call('DEL', values, order, collections, counts, numbers)
  return call('HDEL', totals, 'recordSize')
end
for _, member in ipairs(membersOf(name, -1)) do drop(name, idIn(name, member)) end
return call('HDEL', numbers, name)`,
  addEntry: String.raw`
local text, size = ARGV[7], ARGV[8]
local id = call('HINCRBY', totals, 'entries', 1)
local length = call('RPUSH', journal, size .. '\n' .. text)
local held = call('HINCRBY', totals, 'entrySize', size)
while length > 1 and (length > mostEntries or held > mostEntrySize) do
  held = call('HINCRBY', totals, 'entrySize', 0 - string.match(call('LPOP', journal), '^%d+'))
  length = length - 1
end
call('PUBLISH', channel, id .. '\n' .. text)
return id`,
  listEntries: String.raw`
local last = tonumber(call('HGET', totals, 'entries') or 0)
local first = last - call('LLEN', journal) + 1
local start = math.max(0, tonumber(ARGV[7]) - first + 1)
local found = { last }
for index, entry in ipairs(call('LRANGE', journal, start, -1)) do
  found[#found + 1] = first + start + index - 1
  found[#found + 1] = string.match(entry, '^%d+\n(.*)$')
end
return found`,
  clearEntries: `
call('DEL', journal)
return call('HDEL', totals, 'entrySize')`,
  listRules: String.raw`
local found = {}
for _, id in ipairs(call('LRANGE', rules, 0, -1)) do
  local counted = call('HMGET', ruleCounts, 's' .. id, 't' .. id)
  local text = string.match(call('HGET', ruleTexts, id) or '', '^[^\n]*\n(.*)$')
  if text then
    found[#found + 1], found[#found + 2], found[#found + 3] = id, counted[1] or 0, counted[2] or 0
    found[#found + 1] = text
  end
end
return found`,
  addRules: `return addRules(7)`,
  replaceRule: String.raw`
local id = ARGV[7]
if call('HEXISTS', ruleTexts, id) == 0 then return 0 end
call('HSET', ruleTexts, id, ARGV[9] .. ' ' .. ARGV[10] .. '\n' .. ARGV[11])
if ARGV[8] == '1' then call('HDEL', ruleCounts, 's' .. id, 't' .. id) end
return 1`,
  orderRules: `
for index = 7, #ARGV do
  if call('LREM', rules, 0, ARGV[index]) > 0 then call('RPUSH', rules, ARGV[index]) end
end
return 0`,
  removeRule: `
local id = ARGV[7]
call('HDEL', ruleTexts, id)
call('HDEL', ruleCounts, 's' .. id, 't' .. id)
return call('LREM', rules, 0, id)`,
  clearRules: `return call('DEL', rules, ruleTexts, ruleCounts)`,
  takeRule: String.raw`
local id = ARGV[7]
local text = call('HGET', ruleTexts, id)
if not text then return 0 end
local skip, times = string.match(text, '^(%S*) (%S*)\n')
local counted = call('HMGET', ruleCounts, 's' .. id, 't' .. id)
if times ~= '' and tonumber(counted[2] or 0) >= tonumber(times) then return 0 end
if tonumber(counted[1] or 0) < tonumber(skip) then
  call('HINCRBY', ruleCounts, 's' .. id, 1)
  return 0
end
call('HINCRBY', ruleCounts, 't' .. id, 1)
return 1`,
  begin: `
if call('HEXISTS', totals, 'begun') == 1 then return 0 end
return begin()`,
  reset: `
call('DEL', values, order, collections, counts, numbers, journal, rules, ruleTexts, ruleCounts)
call('HDEL', totals, 'recordSize', 'entrySize', 'begun')
return begin()`,
};

/** The complete script of a command; undefined for `ping`, which needs none. */
export function commandScript(command: StorageCommand): string | undefined {
  return command === 'ping' ? undefined : `${prelude}${scripts[command]}`;
}
