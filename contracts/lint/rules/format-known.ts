import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { misspelt } from '../../../spec/options/closest.ts';
import { formatNamed } from '../../../spec/validation/formats.ts';
import type { LintRule } from '../rule.ts';
import { partsOf } from '../schemas/parts.ts';

export const formatKnown: LintRule = {
  id: 'format-known',
  severity: 'advice',
  holds: 'every format is one that somebody checks, or stands beside a pattern or a list',
  title: 'Nobody checks this format',
  why: 'A format that no registry knows is a comment: every value passes. Correct its name or leave it out; what a text has to look like a pattern can say.',
  restsOn: 'OpenAPI, Data Types; JSON Schema Validation 2020-12, section 7 (format)',
  *problems(contract) {
    for (const { subject, name, schema } of partsOf(contract)) {
      const { format } = schema;
      if (format === undefined || isKnown(format) || isSaidOtherwise(schema)) continue;
      const meant = misspelt(format, [...checked, ...registered]);
      yield {
        subject,
        place: keywordPlace(schema, 'format'),
        expected:
          meant === undefined
            ? `a known format${mayBeText(schema) ? ' or a pattern' : ''} for ${name}`
            : `perhaps "${meant}" for ${name}`,
        received: `"${format}"`,
        cause: format,
      };
    }
  },
};

function isKnown(format: string): boolean {
  return formatNamed(format) !== undefined || registered.includes(format);
}

/** Of anything else a pattern says nothing. */
function mayBeText({ types }: Schema): boolean {
  return types === undefined || types.has('string');
}

function isSaidOtherwise({ pattern, ...schema }: Schema): boolean {
  return pattern !== undefined || schema.enum !== undefined || schema.const !== undefined;
}

const checked = ['int32', 'int64', 'float', 'double', 'date', 'date-time', 'time', 'duration', 'email'];

/** Those of the OpenAPI format registry (spec.openapis.org/registry/format) and JSON Schema that are hints. */
const registered = [
  'base64url',
  'binary',
  'char',
  'commonmark',
  'decimal',
  'decimal128',
  'double-int',
  'html',
  'http-date',
  'idn-email',
  'idn-hostname',
  'iri',
  'iri-reference',
  'media-range',
  'password',
  'regex',
  'sf-binary',
  'sf-boolean',
  'sf-decimal',
  'sf-integer',
  'sf-string',
  'sf-token',
  'date-time-local',
  'time-local',
  'unixtime',
];
