/** Twenty minutes of orders, printed in the zone of their machine; towards the end they get slow, and the database goes away. */
export function ordersLog({ pool = 50, lastMs = 400 } = {}): string {
  const begin = Date.UTC(2026, 10, 1, 10);
  const start = [`INFO config: db.pool.size=${pool}`, 'INFO config: retries=3'];
  return Array.from({ length: 1200 }, (_, n) => {
    const local = new Date(begin + n * 1_000 + 330 * 60_000).toISOString().slice(0, 23);
    const what =
      n > 1000 && n % 4 === 0
        ? `ERROR orders: connection to db-1:5432 refused, order ${n} not stored`
        : `INFO orders: order ${n} stored in ${n > 900 ? lastMs + (n % 37) : 20 + (n % 13)} ms`;
    return `${local}+05:30 ${start[n] ?? what}\n`;
  }).join('');
}
