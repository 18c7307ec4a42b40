/** Keys of `responses` that are no status: read as the one that they clearly mean, or ignored. */
import { STATUS_CODES } from '../../platform/http.ts';
import type { JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { lettersOf } from '../model/name-parts.ts';
import type { RepairRule } from './repair-rule.ts';

const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/;

export const repairStatuses: RepairRule = (responses, pointer, { report, move }) => {
  const isOther = (key: string) => !STATUS.test(key) && !key.startsWith('x-') && key !== '$ref';
  if (!Object.keys(responses).some(isOther)) return responses;
  const read: Record<string, JsonObject[string]> = {};
  for (const [key, response] of Object.entries(responses)) {
    if (!isOther(key)) read[key] = response;
    else {
      const status = statusOf(key);
      const at = joinPointer(pointer, key);
      const what = `the response "${key}"`;
      if (status === undefined)
        report(at, what, 'it is ignored; write its status, such as 404, or a range, such as 4XX');
      else if (status in responses || status in read)
        report(at, what, `it is ignored, since there is also one for ${status}; remove one of them`);
      else {
        report(at, what, `it is read as the one for ${status}; write that`);
        move(joinPointer(pointer, status), at);
        read[status] = response;
      }
    }
  }
  return read;
};

/** `200 OK`, `2xx`, `20X`, `Default`, `NOT_FOUND` */
function statusOf(key: string): string | undefined {
  const word = key.trim();
  if (word.toLowerCase() === 'default') return 'default';
  const [, status] = /^([1-5]\d\d)(?:\s+\D.*|\s*\(.*)?$/s.exec(word) ?? [];
  if (status !== undefined) return status;
  const [, first] = /^([1-5])[\dxX*][xX*]$/.exec(word) ?? [];
  if (first !== undefined) return `${first}XX`;
  const [named] = Object.entries(STATUS_CODES).find(([, phrase]) => lettersOf(phrase ?? '') === lettersOf(word)) ?? [];
  return named;
}
