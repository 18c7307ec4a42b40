import { FilesProblem } from './http.ts';

/** RFC 9110, section 12.5.1: the highest weight, of equals the first. */
export function chooseType(accept: string, types: readonly string[]): string {
  const weighed = types.map((type) => ({ type, weight: weightOf(accept === '' ? '*/*' : accept, type) }));
  const best = weighed.reduce((one, other) => (other.weight > one.weight ? other : one));
  if (best.weight > 0) return best.type;
  throw new FilesProblem(406, `There is only ${types.join(' and ')}.`);
}

/** By the most specific range. */
function weightOf(accept: string, type: string): number {
  const ranges = accept.split(',').map((range) => range.split(';').map((one) => one.trim().toLowerCase()));
  const [main] = type.split('/');
  for (const candidate of [type, `${main}/*`, '*/*']) {
    const range = ranges.find(([one]) => one === candidate);
    if (range !== undefined) return Number(range.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
  }
  return 0;
}
