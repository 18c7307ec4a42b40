/** Whether a JSON value is a report, by the published schema: whoever had the file in hand may have changed it. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Report } from './report.ts';
import { reportSchema } from './schema.ts';

/** Formats are left alone: times are looked at where something rests on them. Its own test holds the schema itself. */
const ajv = new Ajv2020({ validateFormats: false, strict: false });
let compiled: ValidateFunction<Report> | undefined;

/** Whether it has everything that a report has; fields that the schema does not know may stand beside it. */
export function isReport(value: unknown): value is Report {
  return schema()(value);
}

/** The first place that is not as it should be: `/stages/0/status: must be equal to one of the allowed values: passed`. */
export function reportMisfit(value: unknown): string | undefined {
  const validate = schema();
  return validate(value) ? undefined : reasonOf(validate.errors?.[0]);
}

function schema(): ValidateFunction<Report> {
  compiled ??= ajv.compile<Report>(JSON.parse(reportSchema()));
  return compiled;
}

function reasonOf(error: ErrorObject | undefined): string {
  const { instancePath = '', message = 'is not as the schema says', params = {} } = error ?? {};
  const allowed: unknown = params['allowedValues'] ?? params['allowedValue'];
  const words = allowed === undefined ? '' : `: ${[allowed].flat().join(', ')}`;
  return `${instancePath === '' ? 'the report' : instancePath}: ${message}${words}`;
}
