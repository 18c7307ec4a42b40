import { createOrder, listOrders } from './shop-client.ts';

const list = document.querySelector('#orders');
const input = document.querySelector<HTMLInputElement>('#name');

async function show() {
  const items = (await listOrders()).map(({ name }) =>
    Object.assign(document.createElement('li'), { textContent: name }),
  );
  list?.replaceChildren(...items);
}

document.querySelector('#form')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  // Order nothing, and Vite's overlay shows what the contract requires.
  await createOrder(input?.value ?? '');
  await show();
});

await show();
