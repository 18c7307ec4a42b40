/** Faults and manners of the calendar service in short. */
import { type FaultyVariant, faulty, type Variant } from '../variant.ts';
import type { CalendarBehavior } from './behavior.ts';

export type CalendarVariant = Variant<CalendarBehavior>;
export type CalendarChange = CalendarVariant['behavior'];
export type CalendarFault = FaultyVariant<CalendarBehavior>;

export interface CalendarDefect {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly string[];
  readonly foundBy: readonly string[];
  readonly behavior: CalendarChange;
}

export function basic(defects: readonly CalendarDefect[]): readonly CalendarFault[] {
  return faulty<CalendarBehavior>('basic', defects);
}

export function deep(defects: readonly CalendarDefect[]): readonly CalendarFault[] {
  return faulty<CalendarBehavior>('deep', defects);
}

/** Everything below a name too: `labels` stands for `labels/names`. */
export function forgets(...rules: readonly string[]): CalendarChange {
  return () => ({ enforces: (rule) => !rules.some((one) => rule === one || rule.startsWith(`${one}/`)) });
}

/** Checks of its own, where it has other ones than its group. */
export type ShortCalendarDefect = Pick<CalendarDefect, 'name' | 'description' | 'behavior'> &
  Partial<Pick<CalendarDefect, 'foundBy' | 'operations'>>;

/** Several with the same operations and checks. */
export function scoped(
  common: Pick<CalendarDefect, 'operations' | 'foundBy'>,
  defects: readonly ShortCalendarDefect[],
): readonly CalendarFault[] {
  return deep(defects.map((defect) => ({ ...common, ...defect })));
}
