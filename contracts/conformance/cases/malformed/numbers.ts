import { type BodyText, filled, type Malformation, type MalformedKind } from './body-text.ts';

/** JSONTestSuite: n_number_*. A parser that takes one of them has the integer that was there. */
export const numbers: MalformedKind = {
  topic: 'numbers',
  malformations: [
    spelt('leading zero', 'a number with a leading zero', (digits) => `00${digits}`),
    spelt('negative leading zero', 'a negative number with a leading zero', (digits) => `-0${digits}`),
    spelt('plus sign', 'a number with a plus sign', (digits) => `+${digits}`),
    spelt('two plus signs', 'a number with two plus signs', (digits) => `++${digits}`),
    spelt('two minus signs', 'a number with two minus signs', (digits) => `--${digits}`),
    spelt('minus and space', 'a space after the minus sign', (digits) => `- ${digits}`),
    spelt('hexadecimal', 'a hexadecimal number', (digits) => `0x${BigInt(digits).toString(16)}`),
    spelt('octal', 'an octal number', (digits) => `0o${BigInt(digits).toString(8)}`),
    spelt('binary', 'a binary number', (digits) => `0b${BigInt(digits).toString(2)}`),
    spelt('point at the end', 'a number that ends with its point', (digits) => `${digits}.`),
    spelt('point before the exponent', 'a point without digits after it', (digits) => `${digits}.e0`),
    spelt('two points', 'a number with two points', (digits) => `${digits}.0.0`),
    spelt('decimal comma', 'a decimal comma', (digits) => `${digits},0`),
    spelt('exponent without digits', 'an exponent without digits', (digits) => `${digits}e`),
    spelt('exponent with a sign alone', 'an exponent that is a sign alone', (digits) => `${digits}e+`),
    spelt('capital exponent alone', 'an exponent without digits', (digits) => `${digits}.0E-`),
    spelt('two exponents', 'a number with two exponents', (digits) => `${digits}eE0`),
    spelt('fraction in the exponent', 'an exponent with a fraction', (digits) => `${digits}e0.0`),
    spelt('digits with underscore', 'an underscore between digits', (digits) => `${digits}_0`),
    spelt('digits with space', 'a space between digits', (digits) => `${digits} 000`),
    spelt('letter after the digits', 'a number with a letter after it', (digits) => `${digits}n`),
    spelt('expression', 'a sum', (digits) => `${digits}+0`),
    spelt('full-width digits', 'digits that are not ASCII', fullWidth),
  ],
};

/** They stand where a fraction may, and in a property more: a parser that takes them has no integer. */
export const notNumbers: MalformedKind = {
  topic: 'not numbers',
  malformations: [
    ...inBoth('not a number', 'NaN for a value', 'NaN'),
    ...inBoth('negative not a number', '-NaN for a value', '-NaN'),
    ...inBoth('infinity', 'Infinity for a value', 'Infinity'),
    ...inBoth('negative infinity', '-Infinity for a value', '-Infinity'),
    ...inBoth('positive infinity', '+Infinity for a value', '+Infinity'),
    ...inBoth('short infinity', 'Inf for a value', 'Inf'),
    ...inBoth('bare point', 'a number that begins with its point', '.5'),
    ...inBoth('negative bare point', 'a negative number that begins with its point', '-.5'),
    ...inBoth('point before the minus', 'a minus sign after the point', '.-5'),
    ...inBoth('lone minus', 'a minus sign alone', '-'),
    ...inBoth('lone plus', 'a plus sign alone', '+'),
    ...inBoth('lone point', 'a point alone', '.'),
    ...inBoth('exponent alone', 'an exponent alone', 'e1'),
    ...inBoth('star', 'a star for a value', '*'),
  ],
};

function spelt(name: string, words: string, spell: (digits: string) => string): Malformation {
  return {
    name,
    words,
    break: ({ number, unnamed }) => filled(number ?? unnamed, spell(digitsOf(number?.own))),
  };
}

/** The whole part, without its sign. */
function digitsOf(number = '7'): string {
  return /\d+/.exec(number)?.[0] ?? '7';
}

function fullWidth(digits: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
}

function inBoth(name: string, words: string, spelling: string): readonly Malformation[] {
  const declared = ({ fraction, number }: BodyText) => filled(fraction ?? number, spelling);
  return [
    { name, words: `${words}, in a property more`, break: ({ unnamed }) => filled(unnamed, spelling) },
    { name: `${name} where a number is due`, words, break: declared },
  ];
}
