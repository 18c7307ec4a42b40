export interface Order {
  id: number;
  name: string;
}

/** The base is `/api` in the browser: the mock server in development, the service in production. */
export async function listOrders(base = '/api'): Promise<Order[]> {
  const response = await fetch(`${base}/orders`);
  return response.json();
}

export async function createOrder(name: string, base = '/api'): Promise<Order> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${base}/orders`, { method: 'POST', headers, body: JSON.stringify({ name }) });
  if (!response.ok) throw new Error(`The shop responded with ${response.status}.`);
  return response.json();
}
