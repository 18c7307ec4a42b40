/** What is waived, in short: it does not count, but whoever reads the verdict sees what it leaves out. */
import { visible } from '../../text.ts';
import { isToldElsewhere } from '../finding.ts';
import type { Report } from './report.ts';
import type { Style } from './style.ts';

/** `waived  invalid-rejected/createOrder/3f2a91c07b5d  fixed with the next release (until 2027-01-31)`, one each. */
export function waivedLines({ stages }: Pick<Report, 'stages'>, style: Style): readonly string[] {
  const waived = stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isToldElsewhere(finding))
    .flatMap(({ id, waived: by }) => (by === undefined ? [] : [{ id, ...by }]));
  return waived.map(
    ({ id, reason, expires }) =>
      `${style.yellow('waived')}  ${visible(id)}  ${visible(reason)} ${style.dim(`(until ${expires})`)}`,
  );
}
