/** What a broker says when it refuses, as an error of the kit. */
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { answered, type Relayed } from './relayed.ts';

const CREDENTIALS =
  'Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, to credentials that may do this.';

/** 401 and 403, whatever was asked. */
export function refusedCredentials({ asked, outcome }: Relayed): KitError | undefined {
  if (outcome.kind !== 'answer' || (outcome.status !== 401 && outcome.status !== 403)) return undefined;
  const [route] = asked.path.split('?');
  return new KitError('broker-refused', `it answers ${outcome.status} to ${asked.method} ${route}`, {
    fix: CREDENTIALS,
  });
}

/** Such as `409: Cannot change the content of the pact ...`, from whichever form the broker uses for errors. */
export function refusal(relayed: Relayed): string {
  const status = relayed.outcome.kind === 'answer' ? relayed.outcome.status : 0;
  const { errors, error, title, detail } = answered(relayed);
  const said = [
    ...texts(errors),
    ...texts(isJsonObject(error) ? error.message : error),
    ...texts(detail ?? title),
  ];
  return said.length === 0 ? `it answers ${status}` : `it answers ${status}: ${said.join('; ')}`;
}

/** Errors come as a list, or by field. */
function texts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(texts);
  return isJsonObject(value) ? Object.values(value).flatMap(texts) : [];
}
