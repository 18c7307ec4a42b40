'use client';
import { useEffect, useState } from 'react';

export default function Page() {
  const [orders, setOrders] = useState<{ id: number; name: string }[]>([]);
  useEffect(() => {
    fetch('/api/orders').then(async (response) => setOrders(await response.json()));
  }, []);
  return (
    <ul>
      {orders.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
