/** Keyword by keyword of OpenAPI 3.0: objects. */
import type { SchemaTable } from '../schema-mutant.ts';
import {
  openApi30Contract as contract,
  convention,
  ignoredByServer,
  integer,
  neverSent,
  objectRequiring,
  string,
} from './shared.ts';

const a = { type: 'object', required: ['a'] };
const ab = { ...a, properties: { a: string, b: string } };

export const objects: SchemaTable = {
  contract,
  group: 'objects',
  rows: [
    {
      description: 'property became required',
      of: 'open',
      to: { ...ab, required: ['a', 'b'] },
      validBeforeOnly: { a: '' },
    },
    {
      description: 'property became optional',
      of: 'open',
      to: { type: 'object', properties: ab.properties },
      validAfterOnly: {},
    },
    {
      description: 'required property added',
      of: 'open',
      to: { ...ab, required: ['a', 'c'], properties: { ...ab.properties, c: string } },
      validBeforeOnly: { a: '' },
    },
    {
      description: 'optional property added',
      of: 'open',
      to: { ...ab, properties: { ...ab.properties, c: string } },
      validBeforeOnly: { a: '', c: 1 },
      request: convention,
      response: convention,
    },
    {
      description: 'optional property removed',
      of: 'open',
      to: { ...a, properties: { a: string } },
      validAfterOnly: { a: '', b: 1 },
      request: ignoredByServer,
      response: neverSent,
    },
    {
      description: 'required property removed',
      of: 'open',
      to: { type: 'object', properties: { b: string } },
      validAfterOnly: {},
      request: ignoredByServer,
    },
    {
      description: 'property renamed',
      of: 'open',
      to: { type: 'object', required: ['z'], properties: { z: string, b: string } },
      validBeforeOnly: { a: '' },
      validAfterOnly: { z: '' },
    },
    {
      description: 'properties in a different order',
      of: 'open',
      to: { required: ['a'], properties: { b: string, a: string }, type: 'object' },
    },
    {
      description: 'no additional properties',
      of: 'open',
      to: { ...ab, additionalProperties: false },
      validBeforeOnly: { a: '', c: 1 },
    },
    {
      description: 'additional properties of a type',
      of: 'open',
      to: { ...ab, additionalProperties: string },
      validBeforeOnly: { a: '', c: 1 },
    },
    {
      description: 'additionalProperties of true written out',
      of: 'open',
      to: { ...ab, additionalProperties: true },
    },
    { description: 'additional properties allowed', of: 'closed', to: ab, validAfterOnly: { a: '', c: 1 } },
    {
      description: 'optional property new in a closed object',
      of: 'closed',
      to: { ...ab, additionalProperties: false, properties: { ...ab.properties, c: string } },
      validAfterOnly: { a: '', c: '' },
    },
    {
      description: 'optional property removed from a closed object',
      of: 'closed',
      to: { ...a, additionalProperties: false, properties: { a: string } },
      validBeforeOnly: { a: '', b: '' },
      response: neverSent,
    },
    {
      description: 'values of a map to string',
      of: 'map',
      to: { type: 'object', minProperties: 1, maxProperties: 3, additionalProperties: string },
      validBeforeOnly: { a: 1 },
      validAfterOnly: { a: '' },
    },
    {
      description: 'values of a map bounded',
      of: 'map',
      to: {
        type: 'object',
        minProperties: 1,
        maxProperties: 3,
        additionalProperties: { ...integer, minimum: 0 },
      },
      validBeforeOnly: { a: -1 },
    },
    {
      description: 'property of a different type in a map',
      of: 'map',
      to: {
        type: 'object',
        minProperties: 1,
        maxProperties: 3,
        additionalProperties: integer,
        properties: { name: string },
      },
      validBeforeOnly: { name: 1 },
      validAfterOnly: { name: '' },
    },
    {
      description: 'minProperties raised',
      of: 'map',
      to: { type: 'object', minProperties: 2, maxProperties: 3, additionalProperties: integer },
      validBeforeOnly: { a: 1 },
    },
    {
      description: 'minProperties removed',
      of: 'map',
      to: { type: 'object', maxProperties: 3, additionalProperties: integer },
      validAfterOnly: {},
    },
    {
      description: 'maxProperties lowered',
      of: 'map',
      to: { type: 'object', minProperties: 1, maxProperties: 2, additionalProperties: integer },
      validBeforeOnly: { a: 1, b: 1, c: 1 },
    },
    {
      description: 'maxProperties raised',
      of: 'map',
      to: { type: 'object', minProperties: 1, maxProperties: 4, additionalProperties: integer },
      validAfterOnly: { a: 1, b: 1, c: 1, d: 1 },
    },
    {
      description: 'deep property bounded',
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
      validBeforeOnly: { rows: [{ cell: '01234' }] },
    },
    {
      description: 'deep property with a weaker bound',
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
      validAfterOnly: { rows: [{ cell: '012345' }] },
    },
    {
      description: 'allOf merged into one',
      of: 'both',
      to: { type: 'object', required: ['x'], properties: { x: integer, y: integer } },
    },
    {
      description: 'an object split into allOf',
      of: 'open',
      to: {
        allOf: [
          { ...a, properties: { a: string } },
          { type: 'object', properties: { b: string } },
        ],
      },
    },
    {
      description: 'allOf part that requires',
      of: 'both',
      to: {
        allOf: [objectRequiring('x'), { type: 'object', properties: { y: integer } }, { required: ['y'] }],
      },
      validBeforeOnly: { x: 1 },
    },
    {
      description: 'allOf part that bounds',
      of: 'both',
      to: {
        allOf: [objectRequiring('x'), { type: 'object', properties: { y: { ...integer, minimum: 0 } } }],
      },
      validBeforeOnly: { x: 1, y: -1 },
    },
    {
      description: 'allOf part that required removed',
      of: 'both',
      to: {
        allOf: [
          { type: 'object', properties: { x: integer } },
          { type: 'object', properties: { y: integer } },
        ],
      },
      validAfterOnly: {},
    },
    { description: 'a duplicate condition', of: 'open', to: { allOf: [ab, ab] } },
    {
      description: 'additionalProperties of an empty schema written out',
      of: 'open',
      to: { ...ab, additionalProperties: {} },
    },
    {
      description: 'a property required that is not declared',
      of: 'open',
      to: { ...ab, required: ['a', 'z'] },
      validBeforeOnly: { a: '' },
    },
    {
      description: 'a property of any type',
      of: 'open',
      to: { ...a, properties: { a: string, b: {} } },
      validAfterOnly: { a: '', b: 1 },
    },
    {
      description: 'a property ruled out',
      of: 'open',
      to: { ...a, properties: { a: string, b: { not: {} } } },
      validBeforeOnly: { a: '', b: '' },
    },
    {
      description: 'minProperties that the required ones fulfil',
      of: 'closed',
      to: { ...ab, additionalProperties: false, minProperties: 1 },
    },
    {
      description: 'maxProperties that a closed object cannot exceed',
      of: 'closed',
      to: { ...ab, additionalProperties: false, maxProperties: 2 },
    },
    {
      description: 'allOf of a closed part and another one',
      of: 'open',
      to: {
        allOf: [
          { ...a, properties: { a: string }, additionalProperties: false },
          { type: 'object', properties: { b: string } },
        ],
      },
      validBeforeOnly: { a: '', b: '' },
    },
    {
      description: 'deep property required',
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
      validBeforeOnly: { rows: [{}] },
    },
    {
      description: 'a map as an object of known names',
      of: 'map',
      to: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 3,
        properties: { a: integer, b: integer, c: integer },
      },
      validBeforeOnly: { z: 1 },
    },
    {
      description: 'a map as an object of a known name of a different type',
      of: 'map',
      to: { type: 'object', additionalProperties: false, required: ['a'], properties: { a: string } },
      validBeforeOnly: { b: 1 },
      validAfterOnly: { a: '' },
    },
    {
      description: 'an object as a map',
      of: 'closed',
      to: { type: 'object', additionalProperties: string },
      validAfterOnly: { z: '' },
    },
    {
      description: 'a map of maps',
      of: 'map',
      to: {
        type: 'object',
        minProperties: 1,
        maxProperties: 3,
        additionalProperties: { type: 'object', additionalProperties: integer },
      },
      validBeforeOnly: { a: 1 },
      validAfterOnly: { a: { b: 1 } },
    },
  ],
};
