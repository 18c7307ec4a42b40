/** Keyword by keyword of OpenAPI 3.0: objects. */
import type { SchemaTable } from '../schema-mutant.ts';
import { things as contract, convention, integer, needs, string, unread, unsent } from './words.ts';

const a = { type: 'object', required: ['a'] };
const ab = { ...a, properties: { a: string, b: string } };

export const objects: SchemaTable = {
  contract,
  group: 'objects',
  rows: [
    { what: 'property became required', of: 'open', to: { ...ab, required: ['a', 'b'] }, gone: { a: '' } },
    {
      what: 'property became optional',
      of: 'open',
      to: { type: 'object', properties: ab.properties },
      come: {},
    },
    {
      what: 'required property new',
      of: 'open',
      to: { ...ab, required: ['a', 'c'], properties: { ...ab.properties, c: string } },
      gone: { a: '' },
    },
    {
      what: 'optional property new',
      of: 'open',
      to: { ...ab, properties: { ...ab.properties, c: string } },
      gone: { a: '', c: 1 },
      request: convention,
      response: convention,
    },
    {
      what: 'optional property gone',
      of: 'open',
      to: { ...a, properties: { a: string } },
      come: { a: '', b: 1 },
      request: unread,
      response: unsent,
    },
    {
      what: 'required property gone',
      of: 'open',
      to: { type: 'object', properties: { b: string } },
      come: {},
      request: unread,
    },
    {
      what: 'property renamed',
      of: 'open',
      to: { type: 'object', required: ['z'], properties: { z: string, b: string } },
      gone: { a: '' },
      come: { z: '' },
    },
    {
      what: 'properties in another order',
      of: 'open',
      to: { required: ['a'], properties: { b: string, a: string }, type: 'object' },
    },
    {
      what: 'no further properties',
      of: 'open',
      to: { ...ab, additionalProperties: false },
      gone: { a: '', c: 1 },
    },
    {
      what: 'further properties of a type',
      of: 'open',
      to: { ...ab, additionalProperties: string },
      gone: { a: '', c: 1 },
    },
    {
      what: 'additionalProperties of true written out',
      of: 'open',
      to: { ...ab, additionalProperties: true },
    },
    { what: 'further properties allowed', of: 'closed', to: ab, come: { a: '', c: 1 } },
    {
      what: 'optional property new in a closed object',
      of: 'closed',
      to: { ...ab, additionalProperties: false, properties: { ...ab.properties, c: string } },
      come: { a: '', c: '' },
    },
    {
      what: 'optional property gone from a closed object',
      of: 'closed',
      to: { ...a, additionalProperties: false, properties: { a: string } },
      gone: { a: '', b: '' },
      response: unsent,
    },
    {
      what: 'values of a map to text',
      of: 'map',
      to: { type: 'object', minProperties: 1, maxProperties: 3, additionalProperties: string },
      gone: { a: 1 },
      come: { a: '' },
    },
    {
      what: 'values of a map bounded',
      of: 'map',
      to: {
        type: 'object',
        minProperties: 1,
        maxProperties: 3,
        additionalProperties: { ...integer, minimum: 0 },
      },
      gone: { a: -1 },
    },
    {
      what: 'property of another type in a map',
      of: 'map',
      to: {
        type: 'object',
        minProperties: 1,
        maxProperties: 3,
        additionalProperties: integer,
        properties: { name: string },
      },
      gone: { name: 1 },
      come: { name: '' },
    },
    {
      what: 'minProperties raised',
      of: 'map',
      to: { type: 'object', minProperties: 2, maxProperties: 3, additionalProperties: integer },
      gone: { a: 1 },
    },
    {
      what: 'minProperties gone',
      of: 'map',
      to: { type: 'object', maxProperties: 3, additionalProperties: integer },
      come: {},
    },
    {
      what: 'maxProperties lowered',
      of: 'map',
      to: { type: 'object', minProperties: 1, maxProperties: 2, additionalProperties: integer },
      gone: { a: 1, b: 1, c: 1 },
    },
    {
      what: 'maxProperties raised',
      of: 'map',
      to: { type: 'object', minProperties: 1, maxProperties: 4, additionalProperties: integer },
      come: { a: 1, b: 1, c: 1, d: 1 },
    },
    {
      what: 'deep property bounded',
      of: 'deep',
      to: {
        type: 'object',
        properties: {
          rows: {
            type: 'array',
            items: { type: 'object', properties: { cell: { ...string, maxLength: 4 } } },
          },
        },
      },
      gone: { rows: [{ cell: '01234' }] },
    },
    {
      what: 'deep property bounded less',
      of: 'deep',
      to: {
        type: 'object',
        properties: {
          rows: {
            type: 'array',
            items: { type: 'object', properties: { cell: { ...string, maxLength: 6 } } },
          },
        },
      },
      come: { rows: [{ cell: '012345' }] },
    },
    {
      what: 'allOf merged into one',
      of: 'both',
      to: { type: 'object', required: ['x'], properties: { x: integer, y: integer } },
    },
    {
      what: 'an object split into allOf',
      of: 'open',
      to: {
        allOf: [
          { ...a, properties: { a: string } },
          { type: 'object', properties: { b: string } },
        ],
      },
    },
    {
      what: 'allOf part that requires',
      of: 'both',
      to: { allOf: [needs('x'), { type: 'object', properties: { y: integer } }, { required: ['y'] }] },
      gone: { x: 1 },
    },
    {
      what: 'allOf part that bounds',
      of: 'both',
      to: { allOf: [needs('x'), { type: 'object', properties: { y: { ...integer, minimum: 0 } } }] },
      gone: { x: 1, y: -1 },
    },
    {
      what: 'allOf part that required gone',
      of: 'both',
      to: {
        allOf: [
          { type: 'object', properties: { x: integer } },
          { type: 'object', properties: { y: integer } },
        ],
      },
      come: {},
    },
    { what: 'a condition said twice', of: 'open', to: { allOf: [ab, ab] } },
    {
      what: 'additionalProperties of an empty schema written out',
      of: 'open',
      to: { ...ab, additionalProperties: {} },
    },
    {
      what: 'a property required that is not declared',
      of: 'open',
      to: { ...ab, required: ['a', 'z'] },
      gone: { a: '' },
    },
    {
      what: 'a property of any type',
      of: 'open',
      to: { ...a, properties: { a: string, b: {} } },
      come: { a: '', b: 1 },
    },
    {
      what: 'a property ruled out',
      of: 'open',
      to: { ...a, properties: { a: string, b: { not: {} } } },
      gone: { a: '', b: '' },
    },
    {
      what: 'minProperties that the required ones fulfil',
      of: 'closed',
      to: { ...ab, additionalProperties: false, minProperties: 1 },
    },
    {
      what: 'maxProperties that a closed object cannot exceed',
      of: 'closed',
      to: { ...ab, additionalProperties: false, maxProperties: 2 },
    },
    {
      what: 'allOf of a closed part and another',
      of: 'open',
      to: {
        allOf: [
          { ...a, properties: { a: string }, additionalProperties: false },
          { type: 'object', properties: { b: string } },
        ],
      },
      gone: { a: '', b: '' },
    },
    {
      what: 'deep property required',
      of: 'deep',
      to: {
        type: 'object',
        properties: {
          rows: {
            type: 'array',
            items: { type: 'object', required: ['cell'], properties: { cell: { ...string, maxLength: 5 } } },
          },
        },
      },
      gone: { rows: [{}] },
    },
    {
      what: 'a map as an object of known names',
      of: 'map',
      to: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 3,
        properties: { a: integer, b: integer, c: integer },
      },
      gone: { z: 1 },
    },
    {
      what: 'a map as an object of a known name of another type',
      of: 'map',
      to: { type: 'object', additionalProperties: false, required: ['a'], properties: { a: string } },
      gone: { b: 1 },
      come: { a: '' },
    },
    {
      what: 'an object as a map',
      of: 'closed',
      to: { type: 'object', additionalProperties: string },
      come: { z: '' },
    },
    {
      what: 'a map of maps',
      of: 'map',
      to: {
        type: 'object',
        minProperties: 1,
        maxProperties: 3,
        additionalProperties: { type: 'object', additionalProperties: integer },
      },
      gone: { a: 1 },
      come: { a: { b: 1 } },
    },
  ],
};
