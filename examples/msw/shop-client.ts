/** The code under test. */
export async function orderAll(base: string, names: readonly string[]): Promise<number> {
  for (const name of names) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${base}/orders`, { method: 'POST', headers, body: JSON.stringify({ name }) });
    if (!response.ok) throw new Error(`${name || 'nothing'}: the shop responded with ${response.status}`);
  }
  const response = await fetch(`${base}/orders`);
  return (await response.json()).length;
}
