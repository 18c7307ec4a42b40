/**
 * Rules for keys that schemas cannot state: check digits, as a remainder that all valid keys have in common. Which rule
 * an implementation has is not known; an accepted key and rejected ones show it.
 */

export interface CheckDigitRule {
  readonly name: string;
  /** How many remainders there are: one key in so many is valid. */
  readonly modulus: number;
  remainder(text: string): number;
}

/** Keys that have the same remainder as this one are valid. */
export function hasSameRemainder(rule: CheckDigitRule, one: string, other: string): boolean {
  return rule.remainder(one) === rule.remainder(other);
}

/** With fewer digits, no rule is recognized. */
const MIN_DIGITS = 4;

export function mayHaveCheckDigit(text: string): boolean {
  return digitsOf(text).length >= MIN_DIGITS;
}

/** The values of the digits from the last to the first; a final X counts as ten. */
function digitsOf(text: string): readonly number[] {
  const characters = [...text.replaceAll(/[^\dA-Z]/gi, '')];
  return characters
    .flatMap((character, index) => {
      if (/\d/.test(character)) return [Number(character)];
      return character === 'X' && index === characters.length - 1 ? [10] : [];
    })
    .toReversed();
}

/** The sum of the digits, each with the weight of its place, counted from the last one. */
function weighted(name: string, modulus: number, weigh: (digit: number, place: number) => number): CheckDigitRule {
  return {
    name,
    modulus,
    remainder: (text) => digitsOf(text).reduce((sum, digit, place) => (sum + weigh(digit, place)) % modulus, 0),
  };
}

/** The text as a number, with letters as 10 to 35, after its first characters were moved to its end. */
function asNumber(name: string, modulus: number, moved = 0): CheckDigitRule {
  return {
    name,
    modulus,
    remainder(text) {
      const characters = [...text.toUpperCase().replaceAll(/[^\dA-Z]/g, '')];
      return [...characters.slice(moved), ...characters.slice(0, moved)].reduce((rest, character) => {
        const value = Number.parseInt(character, 36);
        return (rest * (value < 10 ? 10 : 100) + value) % modulus;
      }, 0);
    },
  };
}

const doubled = (digit: number) => (digit * 2 > 9 ? digit * 2 - 9 : digit * 2);

/** The most common ones first. */
export const checkDigitRules: readonly CheckDigitRule[] = [
  weighted('Luhn', 10, (digit, place) => (place % 2 === 0 ? digit : doubled(digit))),
  weighted('GTIN', 10, (digit, place) => (place % 2 === 0 ? digit : digit * 3)),
  weighted('digit sum modulo 10', 10, (digit) => digit),
  asNumber('IBAN', 97, 4),
  asNumber('number modulo 97', 97),
  weighted('places modulo 11', 11, (digit, place) => digit * (place + 1)),
  weighted('weights 2 to 7 modulo 11', 11, (digit, place) => digit * (place === 0 ? 1 : 2 + ((place - 1) % 6))),
  asNumber('number modulo 11', 11),
  asNumber('number modulo 7', 7),
  asNumber('number modulo 9', 9),
  asNumber('number modulo 13', 13),
  asNumber('number modulo 37', 37),
  weighted('digit sum modulo 7', 7, (digit) => digit),
  weighted('digit sum modulo 11', 11, (digit) => digit),
];
