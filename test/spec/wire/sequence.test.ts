import { describe, expect, it } from 'vitest';
import { parseSequence, sequenceFormat, serializeItem } from '../../../spec/wire/sequence.ts';

const valuesOf = (format: 'events' | 'lines' | 'records', text: string) =>
  parseSequence(format, text).map((item) => (item.ok ? item.value : item.reason));

describe('the format of a sequence', () => {
  it.each([
    ['text/event-stream; charset=utf-8', 'events'],
    ['application/jsonl', 'lines'],
    ['application/x-ndjson', 'lines'],
    ['application/json-seq', 'records'],
    ['application/geo+json-seq', 'records'],
    ['application/json', undefined],
    ['text/plain', undefined],
  ])('of %s', (type, format) => {
    expect(sequenceFormat(type)).toBe(format);
  });
});

describe('events', () => {
  it('have their fields, and data of several lines', () => {
    const text = ': a comment\nevent: added\nid: 7\nretry: 100\ndata: one\ndata:two\nother: 1\n\ndata\n\n';
    expect(valuesOf('events', text)).toEqual([{ event: 'added', id: '7', retry: 100, data: 'one\ntwo' }, { data: '' }]);
  });

  it('are read with every kind of line end', () => {
    expect(valuesOf('events', '\ufeffdata: a\r\n\r\ndata: b\r\rdata: c\n\n')).toEqual([
      { data: 'a' },
      { data: 'b' },
      { data: 'c' },
    ]);
  });

  it('without data, or without a blank line after them, are none', () => {
    expect(valuesOf('events', 'event: ping\n\nretry: soon\ndata: a\n\ndata: cut')).toEqual([{ data: 'a' }]);
  });

  it.each([
    [{ event: 'added', data: 'a\nb' }, 'event: added\ndata: a\ndata: b\n\n'],
    [{ id: 'a\nevent: other', data: '' }, 'id: a\ndata: \n\n'],
    [{ data: { n: 1 } }, 'data: {"n":1}\n\n'],
    [{ name: 'lamp' }, 'data: {"name":"lamp"}\n\n'],
    ['text', 'data: text\n\n'],
  ])('of %j are written by their fields, else as data', (value, text) => {
    expect(serializeItem('events', value)).toBe(text);
  });
});

describe('lines of JSON', () => {
  it('may end with or without a line end, and in the middle of an item', () => {
    expect(valuesOf('lines', '{"a":1}\r\n\n2')).toEqual([{ a: 1 }, 2]);
    expect(valuesOf('lines', '{"a":1}\n{"a":')).toEqual([{ a: 1 }]);
  });

  it('that are no JSON have a reason', () => {
    expect(parseSequence('lines', 'a\n1\n').map(({ ok }) => ok)).toEqual([false, true]);
  });

  it('are written one after the other', () => {
    expect(serializeItem('lines', { a: 'x\ny' })).toBe('{"a":"x\\ny"}\n');
  });
});

it('JSON text sequences begin each item with a record separator', () => {
  const text = [1, { a: 2 }].map((item) => serializeItem('records', item)).join('');
  expect(text).toBe('\u001e1\n\u001e{"a":2}\n');
  expect(valuesOf('records', text)).toEqual([1, { a: 2 }]);
});
