import type { Mutant } from './mutant.ts'

const TIMESHEETS = [
  'tests/server/time/timesheets/timesheets.test.ts',
  'tests/server/time/timesheets/owner-time.test.ts',
]
const PROFIT = ['tests/server/money/ledger/profit/profit.test.ts']
/** Compares the sums by SQL with documents split one by one. */
const SHARES = [...PROFIT, 'tests/server/money/ledger/profit/issued.test.ts']
const TIME_RULES = ['tests/unit/work/time-rules.test.ts']
const INVOICE_RULES = ['tests/unit/money/invoice-rules.test.ts']
const UNDO = ['tests/server/time/timesheets/undo-approval.test.ts']
const WAITING = ['tests/server/overview/dashboard/waiting.test.ts']
const SCHEDULE = ['recurrence', 'event-times'].map((name) => `tests/unit/work/schedule/${name}.test.ts`)
const PROCESSES = ['tests/server/work/processes/processes.test.ts']
const FILES = ['tests/server/work/files/files.test.ts']
const FILE_RULES = ['tests/unit/work/file-rules.test.ts']
const CALENDAR = ['tests/unit/base/calendar.test.ts']

/** Mutants of one file: each a text and its replacement, empty by default. */
const mutantsOf = (tests: string[], file: string, ...changes: [find: string, replace?: string][]): Mutant[] =>
  changes.map(([find, replace = '']) => ({ file, find, replace, tests }))

/** Calculations: money, hours, dates and order. */
export const calculations: Mutant[] = [
  // The value of hours.
  ...mutantsOf(
    TIME_RULES,
    'server/time/timesheets/rules.ts',
    ['rate_missing ? missingRate : row.billing_rate', 'rate_missing ? row.billing_rate : missingRate'],
    ['@$' + '{row.billing_rate}'],
    ['value: value(rows.filter((row) => row.billable === 1 ||', 'value: value(rows.filter((row) => true ||'],
    ['billable.filter((row) => row.invoice_id === null)', 'rows.filter((row) => row.invoice_id === null)'],
    ['percent >= 100', 'percent > 100'],
    ['percent >= BUDGET_WARNING_PERCENT', 'percent > BUDGET_WARNING_PERCENT'],
    ["grouping !== 'task' && spansProjects", "grouping !== 'task'"],
  ),

  ...mutantsOf(TIME_RULES, 'shared/base/amounts/money.ts', [
    'Math.max(1, Math.round(seconds / 3.6))',
    'Math.max(0, Math.round(seconds / 3.6))',
  ]),

  // Profit: which project an amount belongs to, and what counts twice.
  ...mutantsOf(
    SHARES,
    'server/money/ledger/queries/invoice-lines.ts',
    ['if (invoice?.late_fee_of != null) return null'],
    ['line.project_id ?? invoice?.project_id', 'invoice?.project_id ?? line.project_id'],
    ['time.get(id) ?? time.get(line.invoice_id) ?? new Map()', 'new Map()'],
  ),
  ...mutantsOf(PROFIT, 'shared/money/invoices/lines/line-projects.ts', ['[...earlier, ...note]', 'note']),
  ...mutantsOf(PROFIT, 'shared/money/ledger/profit-split.ts', ['revenue - cost', 'revenue + cost']),
  ...mutantsOf(PROFIT, 'server/money/ledger/profit/queries/profit.ts', [
    ".filter(({ part }) => part !== 'invoices')",
  ]),

  // Weeks: who decides, and until they are billed.
  ...mutantsOf(
    UNDO,
    'server/time/timesheets/commands/undo-approval.ts',
    ['if (await isBilledOrPaid(tx, input.id))', 'if (false)'],
    ["eb('invoice_id', 'is not', null), "],
  ),
  ...mutantsOf(
    TIMESHEETS,
    'server/time/timesheets/queries/sheets.ts',
    [" || sheet.status !== 'submitted'"],
    ["input.whose === 'own'", 'false'],
  ),
  ...mutantsOf(
    WAITING,
    'server/time/timesheets/queries/sheets.ts',
    [".where('timesheets.status', '=', 'rejected')"],
    [".where('timesheets.status', '=', 'submitted')"],
  ),
  ...mutantsOf(TIMESHEETS, 'server/time/timesheets/commands/bill-time.ts', [".where(free, 'is', null)"]),
  ...mutantsOf(
    TIMESHEETS,
    'server/time/timesheets/queries/billing.ts',
    [".where('time_entries.invoice_id', 'is', null)"],
    [".where('time_entries.project_id', 'in', projects)"],
  ),

  // Work log entries.
  ...mutantsOf(
    TIME_RULES,
    'server/time/work-log/rules.ts',
    ['endDate === date && endClock < clock', 'endDate === date && endClock <= clock'],
    ['if (entry.employee_id === null) return null'],
    ["if (entry.payout_id !== null) return 'paid_out'"],
    ['duration_seconds > MAX_STRETCH_SECONDS', 'duration_seconds >= MAX_STRETCH_SECONDS'],
    ['seconds > secondsOfDay(date, timezone)', 'seconds >= secondsOfDay(date, timezone)'],
    [' && isLonger', ''],
  ),

  // Event times.
  ...mutantsOf(
    SCHEDULE,
    'server/work/schedule/rules/occurrences.ts',
    ['stretch.ends_at > range.from', 'stretch.ends_at >= range.from'],
    ['.filter((start) => !replaced.has(start))'],
    ['.filter((exception) => exception.cancelled === 0)'],
  ),
  ...mutantsOf(SCHEDULE, 'server/work/schedule/rules/recurrence.ts', [
    'if (start >= to || ',
    'if (start > to || ',
  ]),
  ...mutantsOf(
    SCHEDULE,
    'server/work/schedule/rules/dates.ts',
    ['month - monthOf(first), rule.monthDay', 'month - monthOf(first)'],
    ['earliest - 6, weeks', 'earliest, weeks'],
    ['(day + 3) % 7', '(day + 4) % 7'],
  ),
  ...mutantsOf(SCHEDULE, 'server/work/schedule/rules/times.ts', [
    '> MAX_DAYS * 86_400_000',
    '>= MAX_DAYS * 86_400_000',
  ]),
  ...mutantsOf(SCHEDULE, 'server/work/schedule/rules/series.ts', [
    'ends_at: endOf(first, duration)',
    'ends_at: span.ends_at',
  ]),

  // Process runs.
  ...mutantsOf(
    PROCESSES,
    'server/work/processes/commands/finish.ts',
    ["input.outcome === 'completed' && current_step !== null", 'current_step !== null'],
    ["if (run.version !== input.version) throw conflict('This process run')"],
  ),
  ...mutantsOf(
    PROCESSES,
    'server/work/processes/commands/start.ts',
    ['input.client_id !== project.assigned_client_id', 'false'],
    ['process.archived_at !== null', 'false'],
  ),
  ...mutantsOf(PROCESSES, 'server/work/processes/commands/tick.ts', [".where('run_id', '=', input.run_id)"]),
  ...mutantsOf(
    PROCESSES,
    'server/work/processes/queries/runs.ts',
    ["run.status !== 'active'", 'false'],
    [".where('step.due_date', '<', today)", ".where('step.due_date', '<=', today)"],
  ),

  // Shared files.
  ...mutantsOf(FILES, 'server/work/files/queries.ts', [
    "project.id)\n    .where('files.kind', '=', 'deliverable')",
    'project.id)',
  ]),
  ...mutantsOf(FILES, 'server/work/files/commands.ts', [
    "if (file.kind !== 'deliverable') throw notFound('This deliverable')",
  ]),
  ...mutantsOf(WAITING, 'server/work/files/queries.ts', [".where('projects.archived_at', 'is', null)"]),
  ...mutantsOf(
    FILE_RULES,
    'server/work/files/rules.ts',
    ['|| isText(head)', ''],
    ['[^<]*%PDF', '[^]*%PDF'],
    [
      'EXECUTABLE_CONTENT.has(proven.ext) ? EXECUTABLE : null',
      'EXECUTABLE_CONTENT.has(proven.ext) ? null : null',
    ],
    ['image\\/(?!svg)', 'image\\/'],
  ),

  // Invoices and installments.
  ...mutantsOf(
    INVOICE_RULES,
    'shared/base/amounts/money.ts',
    ['amount - percentOf(amount, line.discount_bps ?? 0)', 'amount'],
    ['Math.min(discount.value, subtotal)', 'discount.value'],
    ['Math.min(discount.value, 10_000)', 'discount.value'],
    ['multiplyRatio(amount, parts, WHOLE + parts)', 'multiplyRatio(amount, parts, WHOLE)'],
  ),
  ...mutantsOf(
    INVOICE_RULES,
    'server/money/invoices/rules.ts',
    ["dueOn < today ? 'overdue'", "dueOn <= today ? 'overdue'"],
    ['if (amount > left.reduce', 'if (amount >= left.reduce'],
  ),
  ...mutantsOf(
    INVOICE_RULES,
    'server/money/invoices/rules.ts',
    ['if (day >= since) ', 'if (day > since) '],
    ['days.length < max_fees', 'days.length <= max_fees'],
    ['invoice.due_on < from ? from : invoice.due_on', 'invoice.due_on'],
    ['if (first >= issuedOn) ', 'if (first > issuedOn) '],
  ),
  ...mutantsOf(INVOICE_RULES, 'shared/money/invoices/lines/line-credit.ts', [
    'if (quantity > leftQuantity) return null',
  ]),
  ...mutantsOf(INVOICE_RULES, 'shared/money/invoices/installments.ts', [
    'due_date < day ? sum + open',
    'due_date <= day ? sum + open',
  ]),
  ...mutantsOf(INVOICE_RULES, 'server/money/ledger/rules.ts', [
    '-(daysBetween(from, to) + 1)',
    '-daysBetween(from, to)',
  ]),
  ...mutantsOf(CALENDAR, 'shared/base/calendar.ts', [
    'Math.min(0, day - Number(last.slice(8)))',
    'day - Number(last.slice(8))',
  ]),
]
