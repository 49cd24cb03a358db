import dayjs from 'dayjs'

/** One row per month of the period, including empty months; months are YYYY-MM. */
export function everyMonth<Figures>(
  { from, to }: { from: string; to: string },
  rows: readonly (Figures & { month: string })[],
  none: Figures,
): (Figures & { month: string })[] {
  const all: (Figures & { month: string })[] = []
  for (
    let start = dayjs(from).startOf('month');
    start.format('YYYY-MM-DD') <= to;
    start = start.add(1, 'month')
  ) {
    const month = start.format('YYYY-MM')
    all.push(rows.find((row) => row.month === month) ?? { ...none, month })
  }
  return all
}
