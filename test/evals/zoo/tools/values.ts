/** Strings in the forms that the contract names, judged by hand. */

/** RFC 3339, full-date. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}

/** RFC 3339, date-time; a leap second only where there can be one. */
export function isDateTime(text: string): boolean {
  const [, date = '', hour, minute, second, sign, aheadHours, aheadMinutes] =
    /^(\d{4}-\d\d-\d\d)t(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text) ?? [];
  if (!isDate(date)) return false;
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  const [shiftHours, shiftMinutes] = [Number(aheadHours ?? 0), Number(aheadMinutes ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 60 || shiftHours > 23 || shiftMinutes > 59) return false;
  const shift = (shiftHours * 60 + shiftMinutes) * (sign === '-' ? 1 : -1);
  return seconds < 60 || (hours * 60 + minutes + shift + 2880) % 1440 === 1439;
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}

/** RFC 5321: a dotted or quoted local part, a domain or an address. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > 64) return false;
  const isLocal = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) || isQuoted(local);
  const isDomain = domain
    .split('.')
    .every((label) => /^[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(label) && label.length <= 63);
  return isLocal && (isDomain || /^\[[\d.]+\]$|^\[IPv6:[\da-f:.]+\]$/i.test(domain));
}

function isQuoted(local: string): boolean {
  return /^"([ !#-[\]-~]|\\[ -~])*"$/.test(local);
}

/** Characters as JSON Schema counts them. */
export function lengthOf(text: string): number {
  return [...text].length;
}
