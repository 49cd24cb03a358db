/** Written by `npm run api-results` from the procedures of the portal. */
export interface CallOptions {
  signal?: AbortSignal
  /** Of a change: the same key and input take effect once, within 24 hours. A new one each call by default. */
  idempotencyKey?: string
}
export type Call<Args extends unknown[], Result> = (...args: [...Args, options?: CallOptions]) => Promise<Result>

export type ActivityDto = {
  id: string
  /** `domain.verb`, for example `project.created`. */
  action: string
  summary: string
  actor_name: string
  subject: {
    type: string
    id: string
  }
  project_id: null | string
  /** Null for platform events. */
  agency_name: null | string
  /** Of an invitation: as whom, and to which client. */
  invited: null | {
    role: string
    client_id: null | string
  }
  created_at: string
}

export type ActivityDtoPage = {
  items: ActivityDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type Ageing = {
  total: number
  not_due: number
  days_1_30: number
  days_31_60: number
  days_61_90: number
  over_90: number
}

export type AgeingReportDto = {
  /** The base currency. */
  currency: string
  today: string
  /** One row for each client and currency; the largest first. */
  clients: ({
    total: number
    not_due: number
    days_1_30: number
    days_31_60: number
    days_61_90: number
    over_90: number
    client_id: null | string
    client_name: string
    currency: string
    /** Null while an exchange rate is missing. */
    base_total: null | number
  })[]
  /** Clients who owe less than those, each counted for each of their currencies. */
  other_clients: number
  by_currency: ({
    total: number
    not_due: number
    days_1_30: number
    days_31_60: number
    days_61_90: number
    over_90: number
    currency: string
  })[]
  in_base: Ageing
  /** Invoices left out of the sums in base. */
  without_rate: number
}

export type AgencyCharts = {
  role: "agency_admin"
  trends: {
    total_clients: Trend
    monthly_revenue: Trend
    /** Relative to now, as its shape alone is drawn; null where there are too many. */
    pending_tasks: Trend | null
  }
  currency: string
  months: CashMonth[]
  week_start: string
  /** Those with the most hours this week, of all who logged any lately. */
  people: PersonHours[]
  /** How many more there are. */
  other_people: number
  /** Active projects, those due first. */
  projects: ProjectSpan[]
  other_projects: number
}

export type AgencyCountersDto = {
  total: number
  active: number
  trial: number
  suspended: number
  /** Minor units, all agencies, all time, at today's exchange rates. */
  revenue: number
  currency: string
  /** Revenue in currencies whose exchange rate is not known; not part of the figure. */
  other_revenue: Money[]
  /** Of the last 30 days, as the dashboard says. */
  recent_revenue: number
}

export type AgencyDashboard = {
  role: "agency_admin"
  active_projects: number
  /** A figure and its change “from last month”; null if there is no earlier figure. */
  total_clients: {
    value: number
    change: null | {
      amount: number
      unit: "count" | "percent" | "points"
    }
  }
  /** Client payments in the last 30 days, in minor units. */
  monthly_revenue: {
    value: number
    change: null | {
      amount: number
      unit: "count" | "percent" | "points"
    }
  }
  currency: string
  pending_tasks: number
}

export type AgencyDetailsDto = {
  timezone: string
  clients: number
  /** Users who can sign in. */
  people: number
  /** Bytes of all uploaded files. */
  storage: number
  active_people_30_days: number
  last_active_at: null | string
  limits: {
    member_limit: null | number
    project_limit: null | number
    storage_limit_gb: null | number
  }
  subscription: null | {
    status: SubscriptionStatus
    price: number
    currency: string
    period_end: string
  }
  /** Minor units of the agency's currency: all succeeded client payments. */
  revenue: number
  id: string
  name: string
  owner_name: string
  owner_email: string
  plan_id: string
  plan: string
  status: "active" | "trial"
  suspended: boolean
  employees: number
  projects: number
  currency: string
  created_at: string
  trial_ends_at: null | string
  /** Whole days, at least 0; null outside a trial. */
  trial_days_left: null | number
  /** When the agency is deleted; null unless scheduled. */
  delete_after: null | string
}

/** An entry of the agency list. */
export type AgencyDto = {
  /** Minor units of the agency's currency: all succeeded client payments. */
  revenue: number
  id: string
  name: string
  owner_name: string
  owner_email: string
  plan_id: string
  plan: string
  status: "active" | "trial"
  suspended: boolean
  employees: number
  projects: number
  currency: string
  created_at: string
  trial_ends_at: null | string
  /** Whole days, at least 0; null outside a trial. */
  trial_days_left: null | number
  /** When the agency is deleted; null unless scheduled. */
  delete_after: null | string
}

export type AgencyFactsDto = {
  id: string
  name: string
  owner_name: string
  owner_email: string
  plan_id: string
  plan: string
  status: "active" | "trial"
  suspended: boolean
  employees: number
  projects: number
  currency: string
  created_at: string
  trial_ends_at: null | string
  /** Whole days, at least 0; null outside a trial. */
  trial_days_left: null | number
  /** When the agency is deleted; null unless scheduled. */
  delete_after: null | string
}

/** An agency id verified by the session gate or a signed webhook. */
export type AgencyId = string

export type AgencyPage = {
  items: AgencyDto[]
  total: number
  page: number
  page_size: number
}

export type AgencySettingsDto = {
  name: string
  timezone: string
  currency: string
  logo: null | string
  accent: null | string
  invoice_details: null | string
  /** It tells how many invoices were sent, so only owners are told; null for everybody else. */
  next_invoice_number: null | number
  version: number
}

export type AlertDto = {
  kind: AlertKind
  details: string
  began_at: string
}

export type AlertKind = "backup" | "books" | "disk" | "outbox"

export type AttendeeDto = {
  kind: "client" | "user"
  id: string
  name: string
  reply: Reply
}

export type AuditEntryDto = {
  id: string
  agency_id: null | string
  agency_name: null | string
  actor_id: null | string
  actor_name: string
  actor_role: null | string
  action: string
  subject_type: string
  subject_id: string
  detail: string
  created_at: string
}

export type AuditEntryDtoPage = {
  items: AuditEntryDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type AutopayAttemptDto = {
  number: number
  date: string
  amount: number
  currency: string
  card: {
    brand: string
    last4: string
  }
  outcome: AutopayOutcome
  message: null | string
}

export type AutopayDto = {
  agency_name: string
  client_name: string
  /** The currency the client is billed in. */
  currency: string
  /** Those that hold, the one for all invoices first. */
  mandates: AutopayMandateDto[]
  /** Those that ended, newest first; the latest 20. */
  ended: AutopayMandateDto[]
  /** The recurring invoices of the client that still run. */
  plans: ({
    id: string
    title: string
    amount: number
    currency: string
  })[]
  rules: string
  /** When the client was last asked to turn it on. */
  requested_at: null | string
  /** False where the agency takes no cards. */
  available: boolean
}

export type AutopayMandateDto = {
  id: string
  client_id: string
  /** Null for all invoices of the client. */
  plan: null | {
    id: string
    title: string
  }
  card: {
    id: string
    brand: string
    last4: string
  }
  limit: null | {
    amount: number
    currency: string
  }
  given_by: string
  given_at: string
  wording: string
  /** Why it charges nothing at the moment; null while it is on. */
  paused: null | string
  /** Null while it holds. */
  ended_at: null | string
  ended_by: null | string
}

/** How autopay stands with one invoice. */
export type AutopayOfInvoiceDto = {
  /** The next charge, of what is due by its day; null where none is planned. */
  next: null | {
    on: string
    amount: number
    card: {
      brand: string
      last4: string
    }
    retry: boolean
  }
  /** Why a charge that would come is not made, in words. */
  blocked: null | string
  attempts: AutopayAttemptDto[]
}

export type AutopayOutcome = "declined" | "interrupted" | "pending" | "skipped" | "succeeded"

export type BalanceMovementDto = {
  id: string
  kind: MovementKind
  date: string
  description: string
  client_name: null | string
  amount: number
  fee: number
  platform_fee: number
  net: number
  currency: string
  /** What was charged, where it was in another currency, and the provider's rate. */
  charged: null | {
    amount: number
    currency: string
    rate: null | string
  }
}

export type BalanceMovementDtoPage = {
  items: BalanceMovementDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

/** Whether the reading of balances is under way and what hinders it. */
export type BalanceStateDto = {
  read_to: null | string
  problem: null | string
}

/** Where to transfer the money. */
export type BankDetails = {
  account_holder: null | string
  iban: null | string
  bic: null | string
  bank_name: null | string
}

export type BillLine = {
  kind: "plan" | "remaining" | "unused"
  amount: number
}

export type BillingInterval = "month" | "year"

/** What an agency says of itself on documents, and how its new ones begin. */
export type BillingProfileDto = {
  legal_name: null | string
  address: null | string
  postal_code: null | string
  city: null | string
  region: null | string
  country: null | string
  tax_id: null | string
  /** Null while the register was not asked about this number. */
  tax_id_check: TaxIdCheckDto | null
  registration_number: null | string
  electronic_address: null | string
  email: null | string
  phone: null | string
  account_holder: null | string
  iban: null | string
  bic: null | string
  bank_name: null | string
  default_tax_rate_id: null | string
  prices_include_tax: boolean
  /** Days. */
  payment_terms: number
  notes: null | string
  footer: null | string
  e_invoice_format: EInvoiceChoice
  /** Those in use, the highest first. */
  tax_rates: TaxRateDto[]
  /** 0 before anything was entered. */
  version: number
}

export type BookDifferenceDto = {
  agency_id: string
  agency_name: string
  kind: string
  subject: string
  details: string
  found_at: string
}

/** What an agency set of its own; null each where it did not. */
export type Brand = {
  /** The picture's address. */
  logo: null | string
  accent: null | string
}

export type Breakdown = {
  key: string
  label: string
  amount: number
  /** Percent of the whole, rounded. */
  share: number
}

export type BudgetKind = "hours" | "money"

/** A procedure of this process since it began; times in milliseconds. */
export type CallTimesDto = {
  procedure: string
  calls: number
  /** Answered with an error of the server. */
  failed: number
  p95: number
  slowest: number
  total: number
}

/** The result of adding a card; like a charge, it may need authentication. */
export type CardSetupDto = {
  status: "failed" | "pending" | "requires_action" | "succeeded"
  setup_id: string
  /** Set once it is saved. */
  card: SavedCardDto | null
  /** Stripe's client secret for authentication; null with the test provider. */
  client_secret: null | string
  /** The provider's message. */
  failure: null | string
}

export type CashMonth = {
  /** YYYY-MM. */
  month: string
  /** What came in and went out, tax included, in minor units of the base currency. */
  cash_in: number
  cash_out: number
}

/** The result of a charge; `requires_action` means that the payer's bank asks, `processing` that the provider works on it for days. */
export type ChargeDto = {
  payment_id: string
  status: "failed" | "pending" | "processing" | "requires_action" | "succeeded"
  /** Stripe's client secret for authentication; null with the test provider. */
  client_secret: null | string
  /** The test provider's bank, to be visited now; Stripe's script knows its own. */
  redirect_url?: string
  /** The provider's message. */
  failure: null | string
  amount: number
  currency: string
}

export type ChartsDto = AgencyCharts | ClientCharts | ContributorCharts | PlatformCharts

export type ClientCharts = {
  role: "client"
  trends: {
    pending_invoices: Trend | null
  }
  /** What was paid to the agency, for each currency; null for whoever sees no bills. */
  paid: ({
    currency: string
    months: ({
      month: string
      amount: number
    })[]
  })[] | null
  /** The hours shared with the client; null where there are none. */
  hours: ({
    month: string
    seconds: number
  })[] | null
}

/** A person at a client company, with their own portal access. */
export type ClientContactDto = {
  id: string
  client_id: string
  name: string
  email: string
  phone: null | string
  portal_access: boolean
  can_see_projects: boolean
  can_see_billing: boolean
  portal_status: PortalStatus
  version: number
  created_at: string
}

export type ClientCounters = {
  total_clients: number
  active_projects: number
  total_revenue: number
  outstanding: number
}

export type ClientCreditDto = {
  /** What the client has, in each currency in which there is anything. */
  balances: ({
    amount: number
    currency: string
  })[]
  /** Newest first; the latest 200. */
  movements: CreditMovementDto[]
}

export type ClientDashboard = {
  role: "client"
  active_projects: number
  /** What is due, including overdue invoices, in each currency. */
  pending_invoices: {
    count: number
    amounts: Money[]
  }
  unread_messages: number
  projects: ProjectDto[]
  recent_invoices: InvoiceDto[]
}

export type ClientDetailsDto = {
  client: ClientDto
  /** For the company's own email; contacts have their own. */
  portal_status: PortalStatus
  contacts: ClientContactDto[]
  notes: ClientNoteDto[]
  /** Newest first, without archived ones. */
  projects: ProjectDto[]
}

/** A client company as the agency sees it; amounts in minor units of the agency's `currency`. */
export type ClientDto = {
  id: string
  agency_id: string
  /** Set for platform administrators, who read across agencies. */
  agency_name: string
  currency: string
  name: string
  email: string
  phone: null | string
  company: null | string
  /** Street and number; may be several lines. */
  address: null | string
  postal_code: null | string
  city: null | string
  region: null | string
  /** ISO 3166-1 alpha-2. */
  country: null | string
  tax_id: null | string
  /** Null while the register was not asked about this number. */
  tax_id_check: TaxIdCheckDto | null
  registration_number: null | string
  electronic_address: null | string
  buyer_reference: null | string
  /** Of their new invoices, like the two that follow; null takes the agency's. */
  billing_currency: null | string
  default_tax_rate_id: null | string
  payment_terms: null | number
  e_invoice_format: ("factur_x" | "none" | "peppol" | "xrechnung") | null
  /** Who else gets their billing mails. */
  billing_cc: string[]
  billing_bcc: string[]
  portal_access: boolean
  project_count: number
  /** Of these, the ones not completed. */
  active_project_count: number
  total_paid: number
  outstanding_amount: number
  /** Calendar dates, YYYY-MM-DD, of the last invoice sent and the last payment. */
  last_invoice_on: null | string
  last_payment_on: null | string
  archived_at: null | string
  version: number
  created_at: string
}

export type ClientDtoPage = {
  items: ClientDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type ClientImportProblem = {
  /** Line number in the file, starting at 1 with the header. */
  line: number
  column: null | string
  message: string
}

/** Valid rows are imported and the others reported; a dry run only reports. */
export type ClientImportResult = {
  dry_run: boolean
  rows: number
  valid: number
  imported: number
  problems: ClientImportProblem[]
}

/** Internal to the agency. */
export type ClientNoteDto = {
  id: string
  author_name: string
  text: string
  created_at: string
}

export type CollectionRulesDto = {
  /** Of the flat fee. */
  currency: string
  version: number
  apply_credit: boolean
  late_fees: "draft" | "off" | "send"
  fee_type: "flat" | "percent"
  /** Basis points of what is due, for each month. */
  fee_bps: number
  /** Minor units of the agency's currency, for each month. */
  fee_amount: number
  grace_days: number
  max_fees: number
  /** Whether clients may pay new invoices in parts, each of so many minor units of the agency's currency. */
  part_payments: boolean
  part_minimum: number
}

export type CommentDto = {
  id: string
  task_id: string
  author_id: null | string
  author_name: string
  text: string
  mentions: ({
    user_id: string
    name: string
  })[]
  created_at: string
  edited_at: null | string
  /** What the caller may do with it. */
  can_edit: boolean
  can_delete: boolean
}

export type CommentDtoPage = {
  items: CommentDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type ContributorCharts = {
  role: "employee"
  trends: {
    my_tasks: Trend | null
    week_seconds: Trend
  }
  /** The present week, a figure for each day. */
  days: ({
    day: string
    seconds: number
  })[]
  /** The caller's open tasks of the coming days, by due date. */
  coming_tasks: TaskDto[]
  /** Open tasks that nobody has taken in the caller's projects: the newest few. */
  free_tasks: TaskDto[]
}

export type ContributorDashboard = {
  role: "employee"
  /** Open tasks assigned to the caller. */
  my_tasks: number
  week_seconds: number
  /** By currency, never empty. */
  pending_payouts: Money[]
  currency: string
  /** The caller's open tasks due today or overdue, the oldest first. */
  today_tasks: TaskDto[]
  /** This week by project, with a row for each active project of the caller. */
  weekly_breakdown: ({
    project_id: null | string
    project_name: string
    seconds: number
  })[]
  timer: TimerDto | null
}

/** An assignee of tasks and projects, with or without an account. */
export type ContributorDto = {
  employee_id: string
  /** Null until they accept an invitation. */
  user_id: null | string
  name: string
  /** Their job title, for example `senior_developer`. */
  role: string
  agency_id: string
}

/** Why a client's credit moved. */
export type CreditKind = "adjusted" | "applied" | "credit_note" | "deposit" | "overpayment" | "refunded" | "unapplied"

/** A movement of a client's credit; the amount is in minor units, negative where credit was used. */
export type CreditMovementDto = {
  id: string
  date: string
  kind: CreditKind
  amount: number
  currency: string
  /** The invoice it came from or went to. */
  invoice_id: null | string
  invoice_number: null | string
  payment_id: null | string
  note: null | string
}

export type CreditableDto = {
  currency: string
  prices_include_tax: boolean
  /** Tax included. */
  left: number
  due: number
  lines: CreditableLineDto[]
  /** The payment of which most can be given back; null where there is none. */
  refundable: null | {
    payment_id: string
    left: number
    method: PaymentMethod
  }
}

/** A line of an invoice with what credit notes have left of it; amounts in minor units. */
export type CreditableLineDto = {
  position: number
  description: string
  unit: null | string
  quantity: number
  left_quantity: number
  /** As the invoice was entered: with the tax where its prices hold it. */
  left: number
  left_net: number
  left_tax: number
  net: number
  tax: number
  /** Basis points. */
  tax_bps: number
  /** The agency's name of the rate; null where a percentage was typed. */
  tax_name: null | string
  /** Null where nothing was said of the tax. */
  tax_category: ("exempt" | "export" | "outside_scope" | "reduced" | "reverse_charge" | "standard" | "zero") | null
  /** What the law wants on the document, such as the reason of an exemption. */
  tax_note: null | string
}

export type DashboardDto = AgencyDashboard | ClientDashboard | ContributorDashboard | PlatformDashboard

/** A discount on the whole invoice: basis points of the subtotal, or a fixed amount in minor units. */
export type Discount = {
  type: "amount" | "none" | "percent"
  value: number
}

export type DocumentKind = "credit_note" | "invoice"

/** Everything on a document that is not the document's own: frozen when it is sent. */
export type DocumentParties = {
  seller: Party
  buyer: Party
  bank: BankDetails | null
  /** The picture's address. */
  logo: null | string
  /** The issuer's colour as it was then; not on documents from before there was one. */
  accent?: null | string
  /** Free lines below the seller. */
  details: null | string
  footer: null | string
}

/** A due task or invoice shown in the calendar. */
export type DueDto = {
  kind: "invoice" | "task"
  id: string
  title: string
  date: string
  done: boolean
  project_id: null | string
}

/** What keeps an invoice from being an e-invoice, format by format, in words; empty where nothing does. */
export type EInvoiceCheck = {
  /** What the client gets with the invoice's mail; null for the PDF alone. */
  sent_as: ("factur_x" | "peppol" | "xrechnung") | null
  problems: {
    factur_x: string[]
    xrechnung: string[]
    peppol: string[]
  }
}

export type EInvoiceChoice = "factur_x" | "none" | "peppol" | "xrechnung"

export type EmployeeCounters = {
  total_employees: number
  active_projects: number
  total_hours: number
  /** Rounded mean of the scores; 0 without employees. */
  avg_performance: number
}

export type EmployeeDto = {
  id: string
  agency_id: string
  agency_name: string
  /** The contributor's user account; null if there is none yet. */
  user_id: null | string
  name: string
  email: string
  role: string
  /** Minor units per hour, in the agency's currency. */
  hourly_rate: number
  currency: string
  skills: string[]
  active_projects: number
  /** Tasks given to them that are not done. */
  open_tasks: number
  /** Hours logged, decimal. */
  total_hours: number
  /** Seconds of the time that began this week, without running time. */
  week_seconds: number
  /** When they last changed something; null for never. */
  last_active_at: null | string
  performance_score: number
  /** `invited` has an open invitation, `active` an account. */
  portal_status: PortalStatus
  deactivated_at: null | string
  version: number
  created_at: string
}

export type EmployeeDtoPage = {
  items: EmployeeDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

/** How the time was recorded; `duration` entries have no meaningful start and end. */
export type EntryKind = "duration" | "interval" | "timer"

/** One occurrence of an event. */
export type EventDto = {
  id: string
  /** Identifies the occurrence together with `id`; equals `starts_at` unless it was moved. */
  occurrence_start: string
  starts_at: string
  ends_at: string
  duration_minutes: number
  timezone: string
  title: string
  description: null | string
  type: EventType
  location: null | string
  status: EventStatus
  agency_id: null | string
  /** Null for platform events. */
  agency_name: null | string
  organizer: {
    id: string
    name: string
  }
  attendees: AttendeeDto[]
  my_reply: ("accepted" | "declined" | "tentative" | "waiting") | null
  recurrence: null | {
    frequency: "daily" | "monthly" | "weekly"
    interval: number
    /** For `weekly`; empty repeats on the weekday of the start. */
    weekdays: ("FR" | "MO" | "SA" | "SU" | "TH" | "TU" | "WE")[]
    /** The last possible day, or the number of occurrences; with neither, it repeats forever. */
    until?: null | string
    count?: null | number
  }
  /** True if this occurrence differs from its series. */
  is_exception: boolean
  reminder_minutes: null | number
  can_edit: boolean
  version: number
}

export type EventStatus = "confirmed" | "pending"

export type EventType = "call" | "focus" | "meeting" | "other" | "review"

export type ExchangeRateDto = {
  currency: string
  /** Units of the currency for one euro. */
  per_euro: string
  quoted_on: string
}

export type ExpenseCategory = "contractors" | "education" | "hosting" | "marketing" | "office" | "other" | "software" | "subscriptions" | "taxes" | "travel"

export type ExpenseDto = {
  id: string
  category: ExpenseCategory
  vendor: null | string
  description: string
  amount: number
  currency: string
  spent_on: string
  client_id: null | string
  project_id: null | string
  receipt: ReceiptDto | null
  rebillable: boolean
  tax_amount: null | number
  tax_bps: null | number
  /** The invoice that charges it to the client. */
  billed: null | {
    invoice_id: string
    number: null | string
    title: string
  }
  version: number
}

export type FileDto = {
  id: string
  project_id: string
  task_id: null | string
  kind: FileKind
  name: string
  content_type: string
  /** Bytes. */
  size: number
  uploaded_by: null | string
  uploaded_by_name: string
  review: ("approved" | "changes_requested") | null
  reviewed_at: null | string
  reviewed_by_name: null | string
  review_comment: null | string
  created_at: string
}

export type FileDtoPage = {
  items: FileDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type FileKind = "attachment" | "deliverable" | "message"

/** Minor units of the base currency; revenue and expenses are net of tax. */
export type FinanceFigures = {
  revenue: number
  expenses: number
  net: number
  /** What clients have paid of it is the tax office's. */
  tax_collected: number
  /** What the tax office gives back of expenses. */
  input_tax: number
  /** What the payment provider and the platform kept of card payments. */
  provider_fees: number
  /** What payments brought, with their tax, less refunds, disputes, fees and adjustments of the provider. */
  net_received: number
}

export type FinanceSummaryDto = {
  currency: string
  from: null | string
  to: null | string
  current: FinanceFigures
  /** The previous period of the same length; null for “all time”. */
  previous: FinanceFigures | null
  outstanding: Ageing
  income_by_category: Breakdown[]
  /** The largest, `MOST_PARTS` at most; the shares are of all. */
  income_by_client: Breakdown[]
  income_by_project: Breakdown[]
  expenses_by_category: Breakdown[]
  /** Calendar months, oldest first, without gaps. */
  months: ({
    month: string
    revenue: number
    expenses: number
    net: number
  })[]
}

export type FirstStep = "brand" | "card" | "client" | "contributor" | "get_paid" | "invoicing" | "message" | "picture" | "project" | "time" | "week"

export type FirstStepDto = {
  key: FirstStep
  state: "done" | "open" | "skipped"
}

export type FirstStepsDto = {
  steps: FirstStepDto[]
  /** The sample project to look around in; null without one. */
  sample: null | {
    id: string
    name: string
  }
  /** Whether the caller may add one. */
  offers_sample: boolean
}

/** How a part of the installation fares, and why in a sentence. */
export type HealthDto = {
  part: "backups" | "books" | "database" | "jobs" | "mail" | "storage" | "webhooks"
  state: "attention" | "bad" | "good"
  words: string
}

/** A part of an invoice; amounts in minor units. */
export type InstalmentDto = {
  due_date: string
  amount: number
  /** What is still owed of it; what is being processed counts as owed. */
  open: number
}

export type InvitationDto = {
  id: string
  email: string
  role: string
  client_id: null | string
  employee_id: null | string
  invited_by_name: string
  status: InvitationStatus
  created_at: string
  expires_at: string
}

export type InvitationDtoPage = {
  items: InvitationDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type InvitationStatus = "accepted" | "expired" | "pending" | "revoked"

/** Minor units of the books' base currency. */
export type InvoiceBooking = {
  currency: string
  /** Base units for one unit of the invoice's currency, decimal text. */
  rate: string
  source: RateSource
  /** Calendar date. */
  booked_on: string
  total: number
  due: number
}

export type InvoiceDisplayStatus = "draft" | "overdue" | "paid" | "pending" | "sent" | "void"

/** An invoice with everything its document shows; who sells and buys is frozen when it is sent. */
export type InvoiceDocumentDto = {
  parties: DocumentParties
  /** What the law wants in the issuer's own currency; null where it is charged in that or not at all. */
  tax_in_base: null | {
    currency: string
    rate: string
    amount: number
  }
  /** What a credit note takes back. */
  credited: null | {
    number: string
    issued_on: null | string
  }
  /** When its parts are due; empty where it is due at once. */
  instalments: InstalmentDto[]
  /** What may be paid online now; null where the caller has nothing to pay. */
  parts: PartsDto | null
  /** What is being processed, oldest first. */
  processing: ({
    payment_id: string
    amount: number
    since: string
    own: boolean
  })[]
  /** For what was paid on it, oldest first. */
  receipts: InvoiceReceipt[]
  id: string
  kind: "credit_note" | "invoice"
  number: null | string
  title: string
  description: null | string
  notes: null | string
  /** The total: items − discount + tax. */
  amount: number
  currency: string
  status: InvoiceDisplayStatus
  dueDate: string
  /** Its first open instalment's due date; else its own. */
  due_next: string
  clientName: string
  items: InvoiceItemDto[]
  subtotal: number
  discount: number
  discount_given: Discount
  tax: number
  /** True where the rates and amounts of the lines hold the tax. */
  prices_include_tax: boolean
  supply_from: null | string
  supply_to: null | string
  purchase_order: null | string
  amount_paid: number
  amount_credited: number
  /** The client's credit applied to it; negative where more of what was paid on it was kept as credit. */
  amount_applied: number
  amount_written_off: number
  /** The amount due. */
  amount_due: number
  /** What of it is being processed, as debits are for days. */
  amount_processing: number
  /** What it is in the agency's books; null for others than its issuer, on drafts and without a rate. */
  booking: InvoiceBooking | null
  /** Typed on a draft; null otherwise. */
  booking_rate: null | string
  issuer: "agency" | "platform" | "supplier"
  issuer_name: string
  agency_id: null | string
  client_id: null | string
  project_id: null | string
  credited_invoice_id: null | string
  /** The late invoice whose fee this is. */
  late_fee_of: null | string
  /** The day the rest of it was given up; the reason is visible to the issuer only. */
  written_off_on: null | string
  write_off_reason: null | string
  issued_on: null | string
  sent_at: null | string
  viewed_at: null | string
  /** When the client was last reminded, automatically or manually; visible to the issuer only. */
  reminded_at: null | string
  paid_at: null | string
  /** Minor units that the client may pay at least; null takes no other parts than planned. */
  part_minimum: null | number
  /** Whether a public pay link is active; its URL is shown once, when created. */
  has_pay_link: boolean
  /** True for the payer while an amount is due. */
  payable: boolean
  /** Why what is owed can't be paid by card, for example since it is too little; null if it can. */
  card_notice: null | string
  /** True if the user may edit, send or void it. */
  manageable: boolean
  version: number
  created_at: string
}

/** An invoice; every amount in minor units of `currency`. */
export type InvoiceDto = {
  id: string
  kind: "credit_note" | "invoice"
  number: null | string
  title: string
  description: null | string
  notes: null | string
  /** The total: items − discount + tax. */
  amount: number
  currency: string
  status: InvoiceDisplayStatus
  dueDate: string
  /** Its first open instalment's due date; else its own. */
  due_next: string
  clientName: string
  items: InvoiceItemDto[]
  subtotal: number
  discount: number
  discount_given: Discount
  tax: number
  /** True where the rates and amounts of the lines hold the tax. */
  prices_include_tax: boolean
  supply_from: null | string
  supply_to: null | string
  purchase_order: null | string
  amount_paid: number
  amount_credited: number
  /** The client's credit applied to it; negative where more of what was paid on it was kept as credit. */
  amount_applied: number
  amount_written_off: number
  /** The amount due. */
  amount_due: number
  /** What of it is being processed, as debits are for days. */
  amount_processing: number
  /** What it is in the agency's books; null for others than its issuer, on drafts and without a rate. */
  booking: InvoiceBooking | null
  /** Typed on a draft; null otherwise. */
  booking_rate: null | string
  issuer: "agency" | "platform" | "supplier"
  issuer_name: string
  agency_id: null | string
  client_id: null | string
  project_id: null | string
  credited_invoice_id: null | string
  /** The late invoice whose fee this is. */
  late_fee_of: null | string
  /** The day the rest of it was given up; the reason is visible to the issuer only. */
  written_off_on: null | string
  write_off_reason: null | string
  issued_on: null | string
  sent_at: null | string
  viewed_at: null | string
  /** When the client was last reminded, automatically or manually; visible to the issuer only. */
  reminded_at: null | string
  paid_at: null | string
  /** Minor units that the client may pay at least; null takes no other parts than planned. */
  part_minimum: null | number
  /** Whether a public pay link is active; its URL is shown once, when created. */
  has_pay_link: boolean
  /** True for the payer while an amount is due. */
  payable: boolean
  /** Why what is owed can't be paid by card, for example since it is too little; null if it can. */
  card_notice: null | string
  /** True if the user may edit, send or void it. */
  manageable: boolean
  version: number
  created_at: string
}

export type InvoiceDtoPage = {
  items: InvoiceDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

/** A line; amounts as `LineTotals` says, in minor units. */
export type InvoiceItemDto = {
  id: string
  description: string
  quantity: number
  unit: null | string
  rate: number
  discount_bps: number
  /** The agency's rate it was taxed at; null where a percentage was typed. */
  tax_rate_id: null | string
  /** Null takes the invoice's. */
  project_id: null | string
  amount: number
  discount: number
  net: number
  tax: number
  /** Basis points. */
  tax_bps: number
  /** The agency's name of the rate; null where a percentage was typed. */
  tax_name: null | string
  /** Null where nothing was said of the tax. */
  tax_category: ("exempt" | "export" | "outside_scope" | "reduced" | "reverse_charge" | "standard" | "zero") | null
  /** What the law wants on the document, such as the reason of an exemption. */
  tax_note: null | string
}

export type InvoiceReceipt = {
  payment_id: string
  number: string
  paid_at: string
  /** As it was paid, in the invoice's currency. */
  amount: number
}

/** What the caller issued, apart from what they owe themselves. */
export type InvoiceSummaryDto = {
  issued: InvoiceSums[]
  received: InvoiceSums[]
}

/** Minor units; `paid` is what was received on invoices settled in the last 30 days. */
export type InvoiceSums = {
  currency: string
  outstanding: number
  /** Of what is outstanding. */
  overdue: number
  paid: number
}

export type JobDto = {
  name: string
  schedule: string
  /** Interrupted: its process ended in the midst of it. */
  last_run: null | {
    status: "done" | "failed" | "interrupted" | "running"
    started_at: string
    error: null | string
  }
  next_run: null | string
}

/** A backup wherever it lies. */
export type LastBackupDto = {
  kind: "bucket" | "daily" | "manual"
  name: string
  /** Bytes. */
  size: number
  created_at: string
  encrypted: boolean
}

export type LedgerDirection = "expense" | "income" | "liability" | "write_off"

export type MailDelivery = "daily" | "instant" | "off"

/** A document's mail before anybody edited it. */
export type MailDraftDto = {
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  /** Paragraphs with a blank line between them; `{number}` and `{link}` stand for what sending gives it. */
  body: string
}

export type MailLogDto = {
  id: string
  recipient: string
  subject: string
  status: "failed" | "queued" | "sent"
  attempts: number
  last_error: null | string
  created_at: string
  sent_at: null | string
  next_attempt_at: null | string
}

export type MailLogDtoPage = {
  items: MailLogDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type MailOccasion = "before" | "by_hand" | "credit_note" | "due" | "fortnight" | "invoice" | "month" | "part_payment" | "receipt" | "week"

export type MailTextDto = {
  occasion: MailOccasion
  /** 0 for the standard text. */
  version: number
  subject: string
  /** Paragraphs, with a blank line between them. */
  body: string
}

export type MessageAttachment = {
  id: string
  name: string
  content_type: string
  /** Bytes. */
  size: number
}

export type MessageDto = {
  id: string
  project_id: string
  sender_id: string
  sender_name: string
  sender_role: string
  /** Empty if the message was deleted. */
  content: string
  /** User ids, the sender's first. */
  read_by: string[]
  timestamp: string
  edited_at: null | string
  deleted: boolean
  mentions: string[]
  attachments: MessageAttachment[]
}

export type MessageDtoPage = {
  items: MessageDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type MessagePersonDto = {
  user_id: string
  name: string
  role: string
}

export type MessageProjectDto = {
  id: string
  agency_id: string
  agency_name: string
  name: string
  category: ProjectCategory
  status: ProjectStatus
  unread: number
  last_message: null | {
    sender_name: string
    content: string
    timestamp: string
  }
}

export type MessageProjectDtoPage = {
  items: MessageProjectDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

/** What a currency's documents and entries amount to while their rate is missing. */
export type MissingRateDto = {
  currency: string
  /** Sent invoices and entries of the books. */
  count: number
  /** The day of the earliest. */
  since: string
  /** What the table of rates would say today; null where it is silent. */
  suggestion: null | string
}

/** An amount in minor units of its currency. */
export type Money = {
  amount: number
  currency: string
}

export type MovementKind = "adjustment" | "dispute" | "dispute_won" | "fee" | "other" | "payment" | "payout_failed" | "platform_fee" | "refund" | "refund_failed"

export type NotificationDto = {
  id: string
  event: string
  title: string
  /** Path and query within the portal. */
  link: string
  /** The number of notifications grouped in this one. */
  count: number
  read: boolean
  created_at: string
}

export type NotificationDtoPage = {
  items: NotificationDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type NotificationKind = "autopay" | "books" | "budget" | "comment" | "event_invitation" | "event_reminder" | "file" | "import" | "invitation_accepted" | "invoice_overdue" | "invoice_paid" | "invoice_sent" | "invoice_viewed" | "mention" | "message" | "owners" | "payment_disputed" | "payment_failed" | "payout_sent" | "platform" | "process" | "project_status" | "provider_payout_failed" | "task_assigned" | "task_due" | "task_overdue" | "task_status" | "timesheet_reviewed" | "timesheet_submitted" | "webhook"

export type NotificationPreferences = {
  delivery: MailDelivery
  events: ({
    event: NotificationKind
    label: string
    in_app: boolean
    email: boolean
  })[]
}

export type NumberSeriesDto = {
  kind: DocumentKind
  /** The next one of a count that never starts again, and of this year's own. */
  next: {
    continuous: number
    yearly: number
  }
  /** The agency's day, which the next document would be sent on. */
  today: string
  /** 0 for the standard. */
  version: number
  /** May hold `{YYYY}`, `{YY}` and `{MM}`: of the day the document is sent. */
  prefix: string
  /** The number has at least so many digits. */
  digits: number
  /** Whether it starts again at 1 with each year. */
  yearly: boolean
}

export type OperationDto = {
  checked_at: string
  alerts: AlertDto[]
  health: HealthDto[]
  versions: {
    portal: string
    node: string
    database: string
    schema: string
  }
  /** The process that answered, one of several perhaps. */
  process: {
    started_at: string
    streams: number
    memory: number
  }
  queues: ({
    queue: "mail" | "webhooks"
    queued: number
    oldest_at: null | string
    failed: number
  })[]
  /** Those whose slowest calls were the slowest. */
  calls: CallTimesDto[]
  backups: LastBackupDto[]
  /** Bytes; null where the system doesn't tell. */
  disk: null | {
    free: number
    total: number
  }
}

export type PackageAnalyticsDto = {
  subscribers: number
  paying: number
  mrr: number
  arr: number
  currency: string
  /** Percent of agencies past their trial that pay; null if there are none. */
  trial_conversion: null | number
  /** Percent of subscribers lost in the last 30 days; null if there were none. */
  churn: null | number
  plans: ({
    id: string
    name: string
    kind: PlanKind
    subscribers: number
    paying: number
    mrr: number
  })[]
}

/** A plan as the platform's administrator sees it. */
export type PackageDto = {
  /** Agencies on it, in trial or paying. */
  subscribers: number
  paying: number
  /** Minor units per month from paying agencies. */
  revenue: number
  id: string
  kind: PlanKind
  name: string
  description: string
  price: null | number
  currency: string
  interval: BillingInterval
  billing: string
  features: string[]
  member_limit: null | number
  project_limit: null | number
  storage_limit_gb: null | number
  popular: boolean
  status: "active" | "archived"
  version: number
}

/** What the payer may choose to pay online; amounts in minor units. */
export type PartsDto = {
  /** Everything that is owed and not being processed. */
  all: number
  /** What is open of the next instalment; null without a plan, and for the last one. */
  instalment: null | {
    number: number
    amount: number
  }
  /** The least and the most of another amount; null where the owner wants none. */
  other: null | {
    least: number
    most: number
  }
}

/** A seller or buyer, as a document names them. */
export type Party = {
  name: string
  company: null | string
  /** Street and number; may be several lines. */
  address: null | string
  postal_code: null | string
  city: null | string
  region: null | string
  /** ISO 3166-1 alpha-2, upper case. */
  country: null | string
  /** VAT number or the like, as entered. */
  tax_id: null | string
  /** In the register of companies. */
  registration_number: null | string
  /** Peppol participant, `scheme:identifier`. */
  electronic_address: null | string
  /** What the buyer wants to be quoted, such as a Leitweg-ID; null for sellers. */
  buyer_reference: null | string
  email: null | string
  phone: null | string
}

export type PaymentDto = {
  id: string
  kind: "payment" | "payout"
  date: string
  description: string
  /** Minor units. */
  amount: number
  currency: string
  status: PaymentStatus
  invoiceId: null | string
  receiptUrl?: string
  agency_id: null | string
  client_id: null | string
  payer_name: string
  method: PaymentMethod
  /** The card, debit or bank it was paid with; `last4` is empty where there is no number. */
  card: null | {
    brand: string
    last4: string
  }
  failure: null | string
  /** Minor units refunded so far. */
  refunded: number
  /** How the newest dispute with the payer's bank stands; null without one. */
  dispute: ("inquiry" | "lost" | "open" | "won") | null
  /** Whether the owner may refund the rest of it. */
  refundable: boolean
}

export type PaymentDtoPage = {
  items: PaymentDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type PaymentMethod = "bank" | "card" | "cash" | "other"

/** How the portal takes cards, for the platform's administrator. */
export type PaymentSettingsDto = {
  keys: "live" | "none" | "test"
  test_provider: boolean
  webhook: boolean
  connect_webhook: boolean
  /** Null while there is not exactly one agency and none uses the portal's keys. */
  share_with: null | {
    id: string
    name: string
    shared: boolean
  }
  agencies: number
  connect: boolean
  connect_fee_bps: number
}

export type PaymentStatus = "failed" | "pending" | "processing" | "refunded" | "succeeded"

export type PayoutDto = {
  id: string
  agency_id: string
  employee_id: string
  employee_name: string
  description: string
  minutes: null | number
  hourly_rate: null | number
  amount: number
  currency: string
  status: PayoutStatus
  paid_at: null | string
  version: number
  created_at: string
}

export type PayoutDtoPage = {
  items: PayoutDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

/** The payout that a contributor's approved, unpaid hours would make. */
export type PayoutPreview = {
  employee_id: string
  employee_name: string
  seconds: number
  /** Hours at each rate, in minor units an hour. */
  rates: ({
    rate: number
    seconds: number
  })[]
  /** 0 makes no payout: the hours have no rate. */
  amount: number
  currency: string
}

export type PayoutStatus = "failed" | "pending" | "succeeded"

/** What is pending and paid in one currency. */
export type PayoutTotals = {
  pending: number
  paid: number
  currency: string
}

/** A user the caller may assign a quick task to. */
export type PersonDto = {
  user_id: string
  name: string
  role: string
  avatar: null | string
}

export type PersonHours = {
  user_id: string
  name: string
  seconds: number
  billable_seconds: number
  /** Of a week, on average over the four weeks before. */
  usual_seconds: number
}

/** The cost of choosing a plan, as the provider will bill it. */
export type PlanChangePreview = {
  plan: PlanDto
  /** The paid plan it replaces, if any. */
  from: null | string
  /** The billed lines; mid-period, the unused old and the remaining new plan. Minor units, credits negative. */
  lines: BillLine[]
  /** Minor units charged now. */
  due_now: number
  /** Credit for the rest of the paid period. */
  credit: number
  /** Remaining credit for future bills. */
  balance: number
  currency: string
  next_charge_at: string
  next_charge: number
  /** The instant of the proration; sent back with the order so that the price is exactly this. */
  proration_date: string
}

export type PlanDto = {
  id: string
  kind: PlanKind
  name: string
  description: string
  price: null | number
  currency: string
  interval: BillingInterval
  billing: string
  features: string[]
  member_limit: null | number
  project_limit: null | number
  storage_limit_gb: null | number
  popular: boolean
  status: "active" | "archived"
  version: number
}

export type PlanKind = "package" | "subscription"

export type PlatformCharts = {
  role: "super_admin"
  trends: {
    total_agencies: Trend
    active_users: Trend
    monthly_revenue: Trend
    /** Null where a span had nothing before it to compare with. */
    growth_rate: Trend | null
  }
}

export type PlatformDashboard = {
  role: "super_admin"
  /** A figure and its change “from last month”; null if there is no earlier figure. */
  total_agencies: {
    value: number
    change: null | {
      amount: number
      unit: "count" | "percent" | "points"
    }
  }
  /** People who signed in during the last 30 days. */
  active_users: {
    value: number
    change: null | {
      amount: number
      unit: "count" | "percent" | "points"
    }
  }
  /** Client payments to all agencies in the last 30 days, in minor units. */
  monthly_revenue: {
    value: number
    change: null | {
      amount: number
      unit: "count" | "percent" | "points"
    }
  }
  currency: string
  /** Revenue in currencies whose exchange rate is not known; not part of the figure. */
  other_revenue: Money[]
  /** Percent change from the previous 30 days; null if nothing was paid then. */
  growth_rate: {
    value: null | number
    change: null | {
      amount: number
      unit: "count" | "percent" | "points"
    }
  }
}

export type PlatformSettingsDto = {
  name: string
  /** The value of APP_NAME. */
  default_name: string
  logo: null | string
  registration: "invitation" | "open"
  enforce_plan_limits: boolean
  auto_backup: boolean
  version: number
  mail: {
    delivery: "folder" | "smtp"
    /** `host:port` of the mail server, or the folder emails are written to; never a password. */
    target: string
    from: string
    queued: number
    failed: number
  }
  /** Whether BACKUP_KEY is set. */
  backups_encrypted: boolean
}

/** Portal access: `invited` has an open invitation, `active` an account. */
export type PortalStatus = "active" | "invited" | "none"

export type PreferencesDto = {
  theme: Theme
  compact: boolean
  locale: null | string
  timezone: null | string
  week_start: WeekStart
  email_notifications: boolean
}

export type ProcessDetails = {
  steps: ProcessStepDto[]
  id: string
  /** Null for the samples every agency can read. */
  agency_id: null | string
  agency_name: null | string
  is_shared: boolean
  can_edit: boolean
  name: string
  description: null | string
  status: ProcessStatus
  duration_days: number
  step_count: number
  /** Completed and failed runs. */
  finished_runs: number
  /** Percent of finished runs that were completed; null if there are none. */
  success_rate: null | number
  /** Mean duration of completed runs, in days with one decimal; null if there are none. */
  average_days: null | number
  archived_at: null | string
  version: number
  created_at: string
}

export type ProcessDto = {
  id: string
  /** Null for the samples every agency can read. */
  agency_id: null | string
  agency_name: null | string
  is_shared: boolean
  can_edit: boolean
  name: string
  description: null | string
  status: ProcessStatus
  duration_days: number
  step_count: number
  /** Completed and failed runs. */
  finished_runs: number
  /** Percent of finished runs that were completed; null if there are none. */
  success_rate: null | number
  /** Mean duration of completed runs, in days with one decimal; null if there are none. */
  average_days: null | number
  archived_at: null | string
  version: number
  created_at: string
}

export type ProcessStatus = "active" | "draft" | "template"

export type ProcessStepDto = {
  position: number
  title: string
  description: null | string
  role: StepRole
  due_offset_days: number
}

/** What is sold again and again, as a line of an invoice begins. */
export type ProductDto = {
  id: string
  name: string
  unit: null | string
  /** Minor units of `currency`, for one of the unit. */
  rate: number
  currency: string
  /** Null takes the default of agency or client. */
  tax_rate_id: null | string
  tax_rate_name: null | string
  archived_at: null | string
  version: number
}

export type ProductDtoPage = {
  items: ProductDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type ProjectBudgetDto = {
  project_id: string
  project_name: string
  share_hours: boolean
  billing_rate: null | number
  budget: null | {
    kind: BudgetKind
    amount: number
  }
  total_seconds: number
  billable_seconds: number
  /** In the unit of the budget; 0 without a budget. */
  used: number
  used_percent: number
  warning: "near" | "none" | "over"
  currency: string
  /** Minor units: invoiced time, uninvoiced billable time, the cost of the hours and the margin. */
  billed: number
  unbilled: number
  cost: number
  margin: number
}

export type ProjectCategory = "consulting" | "design" | "marketing" | "mobile-app" | "web-development"

export type ProjectCounters = {
  active: number
  completed: number
  in_progress: number
  review: number
  total: number
  archived: number
  planning: number
}

export type ProjectDto = {
  id: string
  unique_id: string
  agency_id: string
  agency_name: string
  name: string
  description: null | string
  category: ProjectCategory
  assigned_client_id: string
  client: {
    id: string
    name: string
    email: string
  }
  assigned_employee_ids: string[]
  team: ({
    id: string
    name: string
  })[]
  /** Minor units of the agency's currency; null for roles that see no client money. */
  total_price: null | number
  currency: string
  /** Calendar dates, YYYY-MM-DD. */
  start_date: string
  delivery_date: string
  requirements: string[]
  deliverables: string[]
  status: ProjectStatus
  /** Percent, 0 to 100. */
  progress: number
  progress_is_manual: boolean
  task_count: number
  done_task_count: number
  /** Whether the caller may download all deliverables as one archive. */
  can_download_all: boolean
  /** True for the one to look around in. */
  sample: boolean
  archived_at: null | string
  version: number
  created_at: string
}

export type ProjectDtoPage = {
  items: ProjectDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type ProjectSpan = {
  id: string
  name: string
  client_name: string
  status: ProjectStatus
  /** Calendar dates. */
  start_date: string
  delivery_date: string
  /** Percent. */
  progress: number
}

export type ProjectStatus = "completed" | "in_progress" | "planning" | "review"

export type ProviderPayoutDto = {
  id: string
  /** The provider's own number, as the bank statement or its dashboard may name it. */
  reference: string
  /** Calendar date. */
  arrives_on: string
  amount: number
  currency: string
  status: ProviderPayoutStatus
  failure: null | string
  /** Whether the provider has said what is in it: not yet, in full, or never, as of payouts made by hand. */
  itemization: "complete" | "none" | "open"
  /** Sums over its movements, minor units of its currency; null until they were read. */
  sums: null | {
    gross: number
    fees: number
    platform_fees: number
    net: number
    count: number
  }
}

export type ProviderPayoutDtoPage = {
  items: ProviderPayoutDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type ProviderPayoutStatus = "canceled" | "failed" | "in_transit" | "paid" | "pending"

export type QuickTaskCounters = {
  pending: number
  completed: number
  overdue: number
  today: number
}

export type QuickTaskDto = {
  id: string
  title: string
  description: null | string
  priority: TaskPriority
  /** Calendar date, YYYY-MM-DD. */
  due_date: null | string
  overdue: boolean
  assigned_to: {
    user_id: string
    name: string
  }
  created_by: {
    user_id: string
    name: string
  }
  completed_at: null | string
  version: number
  created_at: string
}

export type QuickTaskDtoPage = {
  items: QuickTaskDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

/** An event of a quick task, for the recent activity list. */
export type QuickTaskEventDto = {
  task_id: string
  title: string
  event: "added" | "completed"
  at: string
}

/** Where a document's exchange rate came from: it is in the base currency, the daily table, or typed. */
export type RateSource = "base" | "table" | "typed"

export type ReceiptDto = {
  id: string
  name: string
  /** Bytes. */
  size: number
}

/** A receipt as the paper says it, whoever looks at it: the same on the screen and in its PDF. */
export type ReceiptPaper = {
  number: string
  payee: string
  /** The payee's logo on the paid invoice; null without one. */
  logo: null | string
  payment: {
    currency: string
    description: string
    date: string
    status: PaymentStatus
    /** Minor units. */
    amount: number
    /** Minor units refunded so far. */
    refunded: number
    /** The card, debit or bank it was paid with; `last4` is empty where there is no number. */
    card: null | {
      brand: string
      last4: string
    }
    method: PaymentMethod
    payer_name: string
  }
  /** What was given back, oldest first. */
  refunds: ({
    amount: number
    refunded_at: string
  })[]
  /** Simulated: no money moved. */
  test_mode?: boolean
}

export type RecurringFrequency = "monthly" | "quarterly" | "weekly" | "yearly"

export type RecurringInvoiceDto = {
  id: string
  title: string
  clientName: string
  client_id: string
  amount: number
  currency: string
  frequency: RecurringFrequency
  next_on: string
  ends_on: null | string
  occurrences_left: null | number
  due_days: number
  send_automatically: boolean
  paused: boolean
  /** Dates that went by while it was paused. */
  missed: number
  /** No more invoices will be created. */
  finished: boolean
  version: number
}

/** A recurring invoice with all form fields. */
export type RecurringPlanDto = {
  project_id: null | string
  description: null | string
  notes: null | string
  discount_given: Discount
  prices_include_tax: boolean
  purchase_order: null | string
  items: InvoiceItemDto[]
  starts_on: string
  id: string
  title: string
  clientName: string
  client_id: string
  amount: number
  currency: string
  frequency: RecurringFrequency
  next_on: string
  ends_on: null | string
  occurrences_left: null | number
  due_days: number
  send_automatically: boolean
  paused: boolean
  /** Dates that went by while it was paused. */
  missed: number
  /** No more invoices will be created. */
  finished: boolean
  version: number
}

export type Reply = "accepted" | "declined" | "tentative" | "waiting"

export type RunDto = {
  id: string
  agency_id: string
  agency_name: string
  template_id: string
  name: string
  project: null | {
    id: string
    name: string
  }
  client: null | {
    id: string
    name: string
  }
  status: RunStatus
  note: null | string
  started_at: string
  finished_at: null | string
  steps: RunStepDto[]
  /** Percent of completed steps. */
  progress: number
  current_step: RunStepDto | null
  overdue: boolean
  version: number
}

export type RunDtoPage = {
  items: RunDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type RunStatus = "active" | "completed" | "failed"

export type RunStepDto = {
  id: string
  position: number
  title: string
  description: null | string
  role: StepRole
  due_date: string
  task_id: null | string
  completed_at: null | string
  completed_by_name: null | string
  overdue: boolean
}

export type SavedCardDto = {
  id: string
  brand: string
  last4: string
  /** Null if unknown. */
  exp_month: null | number
  exp_year: null | number
  expired: boolean
  is_default: boolean
  /** True if it renews the plan of the caller's agency. */
  renews_plan: boolean
}

/** The webhook as saved; a new one tells its signing secret this once. */
export type SavedWebhook = {
  id: string
  url: string
  events: string[]
  enabled: boolean
  version: number
  created_at: string
  secret: null | string
}

export type ScheduleCounters = {
  today: number
  tomorrow: number
  /** Today included. */
  next_7_days: number
  /** The current date in the zone. */
  date: string
  timezone: string
}

export type ScheduleRange = {
  events: EventDto[]
  dues: DueDto[]
  /** True if there are more occurrences than returned. */
  truncated: boolean
  timezone: string
}

/** A project with its agency vouched for, so that commands may write to it. */
export type ScopedProject = {
  id: string
  unique_id: string
  agency_id: AgencyId
  agency_name: string
  name: string
  description: null | string
  category: ProjectCategory
  assigned_client_id: string
  client: {
    id: string
    name: string
    email: string
  }
  assigned_employee_ids: string[]
  team: ({
    id: string
    name: string
  })[]
  /** Minor units of the agency's currency; null for roles that see no client money. */
  total_price: null | number
  currency: string
  /** Calendar dates, YYYY-MM-DD. */
  start_date: string
  delivery_date: string
  requirements: string[]
  deliverables: string[]
  status: ProjectStatus
  /** Percent, 0 to 100. */
  progress: number
  progress_is_manual: boolean
  task_count: number
  done_task_count: number
  /** Whether the caller may download all deliverables as one archive. */
  can_download_all: boolean
  /** True for the one to look around in. */
  sample: boolean
  archived_at: null | string
  version: number
  created_at: string
}

export type SearchGroup = {
  kind: SearchKind
  label: string
  items: SearchResult[]
}

export type SearchKind = "client" | "employee" | "file" | "invoice" | "message" | "project" | "task"

export type SearchResult = {
  kind: SearchKind
  id: string
  title: string
  /** Additional context; may be empty. */
  subtitle: string
  /** Set for platform administrators, who search all agencies. */
  agency_name: string
  /** Path and query within the portal. */
  link: string
}

export type SessionUserDto = {
  user_id: string
  name: string
  email: string
  /** One of the four roles, or an unknown one. */
  role: string
  agency_id: null | string
  agency_name: null | string
  /** What the agency set of its own. */
  brand: Brand
  client_id: null | string
  employee_id: null | string
  avatar: null | string
  company: null | string
  /** The user's IANA time zone. */
  timezone: string
  week_start: WeekStart
  /** The time zone of the agency's accounts and documents; the platform's for users without an agency. */
  books_timezone: string
  currency: null | string
  trial_ends_at: null | string
  agency_suspended: boolean
  /** Set while a platform administrator views the agency `agency_id` read-only. */
  viewing_as: boolean
  /** Signed in with a demo account. */
  demo: boolean
}

export type SettingsDto = {
  profile: {
    name: string
    first_name: string
    last_name: string
    email: string
    company: null | string
    avatar: null | string
    /** The new email, until it is confirmed. */
    pending_email: null | string
  }
  preferences: PreferencesDto
  /** Null for users without an agency. */
  agency: null | {
    name: string
    timezone: string
    currency: string
    logo: null | string
    accent: null | string
    invoice_details: null | string
    /** It tells how many invoices were sent, so only owners are told; null for everybody else. */
    next_invoice_number: null | number
    version: number
    writable: boolean
  }
  security: {
    two_factor: boolean
    recovery_codes_left: number
  }
  /** Whether nightly backups are on. */
  auto_backup: boolean
}

export type StatementDto = {
  client_id: string
  client_name: string
  currency: string
  /** All the currencies in which there is something to state. */
  currencies: string[]
  from: string
  to: string
  opening_balance: number
  lines: StatementLine[]
  closing_balance: number
  /** What the balances hold of the client's credit. */
  opening_credit: number
  closing_credit: number
}

export type StatementLine = {
  date: string
  kind: "adjustment" | "credit_note" | "invoice" | "payment" | "refund" | "write_off"
  text: string
  /** The change in the client's balance: positive if more is owed, negative if less. */
  amount: number
  balance: number
}

export type StepRole = "agency_admin" | "client" | "employee"

/** Billing, status and usage are visible to the owner only. */
export type SubscriptionDto = {
  plan: PlanDto
  status: SubscriptionStatus
  /** Minor units per interval; 0 while nothing is paid. */
  price: number
  currency: string
  interval: BillingInterval
  period_end: null | string
  cancel_at_period_end: boolean
  card: null | {
    brand: string
    last4: string
  }
  /** The failed renewal: amount in minor units and the provider's message. */
  overdue: null | {
    amount: number
    failure: null | string
  }
  trial: null | {
    ends_at: string
    days_left: number
    ended: boolean
  }
  usage: null | {
    members: {
      used: number
      limit: null | number
    }
    projects: {
      used: number
      limit: null | number
    }
    /** Bytes of files, receipts and pictures. */
    storage: {
      used: number
      limit: null | number
    }
    limits_enforced: boolean
  }
  /** Only the owner can change the plan. */
  changeable: boolean
}

export type SubscriptionStatus = "active" | "canceled" | "past_due" | "trialing"

export type SubtaskDto = {
  id: string
  title: string
  completed: boolean
}

export type TaskCounters = {
  done: number
  todo: number
  in_progress: number
  review: number
  total: number
}

/** A task with its blockers and the tasks it blocks, as far as the caller may see them. */
export type TaskDetailDto = {
  blocked_by: TaskLinkDto[]
  blocks: TaskLinkDto[]
  /** Finished time on the task, as far as the caller may see it; a running timer is not in it. */
  logged_seconds: number
  id: string
  agency_id: string
  agency_name: string
  title: string
  description: null | string
  priority: TaskPriority
  status: TaskStatus
  assigned_to_id: null | string
  due_date: null | string
  /** Decimal hours. */
  estimated_hours: null | number
  subtasks: SubtaskDto[]
  project_id: string
  order_position: number
  recurrence: ("daily" | "monthly" | "weekly") | null
  /** The number of open tasks that block this one. */
  open_blockers: number
  project: {
    name: string
    unique_id: string
  }
  assignee: null | {
    name: string
  }
  completed_at: null | string
  version: number
  created_at: string
  updated_at: string
}

export type TaskDto = {
  id: string
  agency_id: string
  agency_name: string
  title: string
  description: null | string
  priority: TaskPriority
  status: TaskStatus
  assigned_to_id: null | string
  due_date: null | string
  /** Decimal hours. */
  estimated_hours: null | number
  subtasks: SubtaskDto[]
  project_id: string
  order_position: number
  recurrence: ("daily" | "monthly" | "weekly") | null
  /** The number of open tasks that block this one. */
  open_blockers: number
  project: {
    name: string
    unique_id: string
  }
  assignee: null | {
    name: string
  }
  completed_at: null | string
  version: number
  created_at: string
  updated_at: string
}

export type TaskDtoPage = {
  items: TaskDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type TaskLinkDto = {
  id: string
  title: string
  status: TaskStatus
}

export type TaskPriority = "high" | "low" | "medium" | "urgent"

export type TaskStatus = "done" | "in_progress" | "review" | "todo"

export type TaxBasis = "issued" | "paid"

export type TaxCategory = "exempt" | "export" | "outside_scope" | "reduced" | "reverse_charge" | "standard" | "zero"

export type TaxDocumentDto = {
  id: string
  kind: "credit_note" | "expense" | "invoice" | "payment" | "refund"
  /** The invoice or credit note, where it is one or pays one. */
  invoice_id: null | string
  expense_id: null | string
  date: string
  text: string
  client_name: null | string
  currency: string
  net: number
  tax: number
  /** Null while the exchange rate is missing. */
  base_net: null | number
  base_tax: null | number
}

export type TaxDocumentDtoPage = {
  items: TaxDocumentDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

/** Minor units; credit notes and refunds count as less. */
export type TaxFigures = {
  net: number
  tax: number
  gross: number
}

/** What the register of VAT numbers answered, and when. */
export type TaxIdCheckDto = {
  valid: boolean
  checked_at: string
}

export type TaxIdCheckResult = {
  /** Null where the register could not be asked; what it said before stays. */
  check: TaxIdCheckDto | null
}

export type TaxRateDto = {
  id: string
  name: string
  /** Basis points: 1900 is 19 %. */
  bps: number
  category: TaxCategory
  /** Printed on documents that use it. */
  note: null | string
  archived_at: null | string
  version: number
}

export type TaxReportDto = {
  /** The base currency of the books. */
  currency: string
  from: null | string
  to: null | string
  basis: TaxBasis
  /** What was sold, by rate, in base. */
  output: TaxRow[]
  output_total: TaxFigures
  /** The tax in expenses, which the tax office gives back. */
  input: TaxRow[]
  input_total: TaxFigures
  /** What is owed to the tax office: output less input. */
  owed: number
  /** What was sold in each currency it was sold in. */
  by_currency: ({
    currency: string
    rows: TaxRow[]
    total: TaxFigures
  })[]
  /** Documents left out of the sums in base while their exchange rate is missing. */
  without_rate: number
}

export type TaxRow = {
  /** Documents, or payments. */
  count: number
  /** Basis points. */
  tax_bps: number
  /** The agency's name of the rate; null where a percentage was typed. */
  tax_name: null | string
  /** Null where nothing was said of the tax. */
  tax_category: ("exempt" | "export" | "outside_scope" | "reduced" | "reverse_charge" | "standard" | "zero") | null
  net: number
  tax: number
  gross: number
}

export type TestMailDto = {
  delivered: boolean
  /** The mail server's response. */
  reply: string
}

export type Theme = "dark" | "light" | "system"

export type TimeEntryDto = {
  id: string
  agency_id: null | string
  agency_name: null | string
  user_id: string
  user_name: string
  project: null | {
    id: string
    name: string
  }
  task: null | {
    id: string
    title: string
  }
  kind: EntryKind
  note: null | string
  /** Calendar date of the start in the caller's time zone. */
  date: string
  started_at: string
  /** Null while running. */
  ended_at: null | string
  paused: boolean
  /** Up to now while running. */
  duration_seconds: number
  billable: boolean
  /** Minor units per hour; null if the caller may not see it. */
  billing_rate: null | number
  cost_rate: null | number
  /** Why the entry is locked; null if it isn't. */
  locked: ("approved" | "invoiced" | "paid_out" | "submitted") | null
  is_own: boolean
  version: number
  created_at: string
}

export type TimeEntryDtoPage = {
  items: TimeEntryDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type TimerDto = {
  state: "paused" | "running"
  entry: TimeEntryDto
  /** Seconds of the timer's finished intervals, without the running one. */
  earlier_seconds: number
  /** All intervals, up to the time of the response. */
  elapsed_seconds: number
  /** True if the running interval is longer than 8 hours. */
  long_running: boolean
}

export type TimesheetDto = {
  id: string
  agency_id: string
  agency_name: string
  user_id: string
  user_name: string
  /** The Monday, YYYY-MM-DD. */
  week_start: string
  /** The agency's time zone, in which the week starts and ends. */
  timezone: string
  status: TimesheetStatus
  submit_note: null | string
  review_note: null | string
  submitted_at: string
  reviewed_at: null | string
  reviewer_name: null | string
  total_seconds: number
  billable_seconds: number
  version: number
}

export type TimesheetDtoPage = {
  items: TimesheetDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type TimesheetStatus = "approved" | "rejected" | "submitted"

export type TransactionDto = {
  id: string
  date: string
  direction: LedgerDirection
  category: string
  description: string
  /** Minor units; negative if it reverses an earlier entry. */
  amount: number
  currency: string
  /** In the books' base currency; null while the exchange rate is missing. */
  base_amount: null | number
  /** What of the amounts is tax. */
  tax: number
  base_tax: number
  client_name: null | string
  project_name: null | string
  payment_id: null | string
  expense_id: null | string
  payout_id: null | string
  /** The tax in the amount of an expense; null where nobody has said. */
  tax_included: null | number
  /** Whether a rebillable expense is on an invoice; null of all else. */
  billing: ("billed" | "unbilled") | null
}

export type TransactionDtoPage = {
  items: TransactionDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type Trend = number[]

export type Unbilled = {
  lines: UnbilledLine[]
  total_seconds: number
  /** Minor units of `currency`. */
  amount: number
  currency: string
}

export type UnbilledExpense = {
  id: string
  description: string
  vendor: null | string
  spent_on: string
  project_id: null | string
  project_name: null | string
  /** What it cost without the tax included, in minor units of `currency`. */
  cost: number
  currency: string
  /** In the books' base currency; null while the exchange rate is missing. */
  base_cost: null | number
}

export type UnbilledLine = {
  description: string
  project_id: null | string
  /** Thousandths of an hour. */
  quantity: number
  /** Minor units per hour. */
  rate: number
  /** Minor units. */
  amount: number
  entry_ids: string[]
}

export type ViewDto = {
  id: string
  list: ViewedList
  name: string
  state: ViewState
  /** True for one that the whole team sees. */
  shared: boolean
  /** Whether the caller may change it. */
  can_edit: boolean
  version: number
}

/** Search parameters of the list's address. */
export type ViewState = Record<string, unknown>

export type ViewedList = "clients" | "employees" | "invoices" | "projects" | "tasks"

/** Something that waits for the caller. `since` is the instant it began to wait, or the day it was due. */
export type WaitingDto = {
  kind: "announced_payment"
  id: string
  payer_name: string
  paid: Money
  since: string
} | {
  kind: "invoice_to_pay"
  id: string
  number: string
  issuer_name: string
  due: Money
  since: string
  late: boolean
} | {
  kind: "late_invoice"
  id: string
  number: string
  client_name: string
  due: Money
  since: string
} | {
  kind: "messages"
  project_id: string
  project_name: string
  unread: number
  since: string
} | {
  kind: "returned_week"
  id: string
  week_start: string
  since: string
} | {
  kind: "review"
  id: string
  name: string
  project_id: string
  project_name: string
  since: string
} | {
  kind: "unbilled_time"
  client_id: string
  client_name: string
  seconds: number
  since: string
} | {
  kind: "unpaid_time"
  employee_id: string
  employee_name: string
  seconds: number
  since: string
} | {
  kind: "week"
  id: string
  version: number
  user_name: string
  week_start: string
  seconds: number
  since: string
}

/** What waits for the caller: money first, then people, the oldest of each kind before the others. */
export type WaitingListDto = {
  items: WaitingDto[]
}

export type WebhookDeliveryDto = {
  id: string
  webhook_id: string
  event: string
  status: "delivered" | "failed" | "queued"
  attempts: number
  response_status: null | number
  last_error: null | string
  created_at: string
  delivered_at: null | string
}

export type WebhookDeliveryDtoPage = {
  items: WebhookDeliveryDto[]
  /** Passed as `cursor` to get the next page; null on the last one. */
  nextCursor: null | string
}

export type WebhookDto = {
  id: string
  url: string
  events: string[]
  enabled: boolean
  version: number
  created_at: string
}

export type WeekGrid = {
  week_start: string
  /** Seven calendar dates, from the caller's first day of the week. */
  days: string[]
  rows: WeekGridRow[]
  /** Seconds per day. */
  totals: number[]
  timezone: string
}

export type WeekGridRow = {
  project: null | {
    id: string
    name: string
  }
  /** Seconds per day; an entry across midnight counts towards both days. */
  seconds: number[]
  total_seconds: number
}

/** The first day of the week. */
export type WeekStart = "monday" | "sunday"

/** Seconds; the caller's week, in the given time zone. */
export type WorkLogCounters = {
  today_seconds: number
  week_seconds: number
  /** Billable seconds of this week. */
  billable_seconds: number
  today: string
  week_start: string
  timezone: string
}

export interface Foyer {
  activity: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      project_id?: string | null
      task_id?: string | null
      invoice_id?: string | null
      client_id?: string | null
    }], ActivityDtoPage>
  }
  agencies: {
    /** For super_admin. Needs the scope `platform:read`. */
    list: Call<[input?: {
      search?: string
      status?: ("active" | "trial" | "suspended") | null
      plan_id?: string | null
      sort?: "revenue" | "name" | "created_at" | "employees" | "projects"
      order?: "asc" | "desc"
      page?: number
    }], AgencyPage>
    /** For super_admin. Needs the scope `platform:read`. */
    counters: Call<[input?: undefined], AgencyCountersDto>
    /** For super_admin. Needs the scope `platform:read`. */
    details: Call<[input: {
      id: string
    }], AgencyDetailsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    create: Call<[input: {
      name: string
      owner_name: string
      owner_email: string
      plan_id: string
    }], AgencyFactsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    changePlan: Call<[input: {
      id: string
      plan_id: string
    }], AgencyFactsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    extendTrial: Call<[input: {
      id: string
      days: number
    }], AgencyFactsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    setSuspended: Call<[input: {
      id: string
      suspended: boolean
    }], AgencyFactsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    requestDeletion: Call<[input: {
      id: string
      confirm_name: string
    }], AgencyFactsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    cancelDeletion: Call<[input: {
      id: string
    }], AgencyFactsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    viewAs: Call<[input: {
      id: string
    }], {
      agency_id: string
    }>
  }
  audit: {
    /** For super_admin, agency_admin. Needs the scope `audit:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      search?: string
      action?: string | null
    }], AuditEntryDtoPage>
    /** For super_admin, agency_admin. Needs the scope `audit:read`. */
    exportCsv: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      search?: string
      action?: string | null
    }], {
      csv: string
    }>
  }
  auth: {
    /** For everyone signed in. Needs the scope `settings:write`. */
    updateProfile: Call<[input?: {
      name?: string
      company?: string | null
    }], {
      /** Null when signed out, or when the session has no profile. */
      user: SessionUserDto | null
    }>
  }
  autopay: {
    /** For super_admin, agency_admin, client. Needs the scope `payments:read`. */
    ofClient: Call<[input: {
      client_id: string
    }], AutopayDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    ofInvoice: Call<[input: {
      invoice_id: string
    }], AutopayOfInvoiceDto>
    /** For agency_admin, client. Needs the scope `payments:write`. */
    end: Call<[input: {
      id: string
    }], AutopayDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    request: Call<[input: {
      client_id: string
    }], AutopayDto>
    /** For agency_admin. Needs the scope `payments:read`. */
    rules: Call<[input?: undefined], {
      version: number
      notice_days: number
      retry_days: number[]
    }>
    /** For agency_admin. Needs the scope `payments:write`. */
    saveRules: Call<[input: {
      version: number
      notice_days: number
      retry_days: number[]
    }], {
      version: number
      notice_days: number
      retry_days: number[]
    }>
  }
  billing: {
    /** For agency_admin. Needs the scope `payments:read`. */
    profile: Call<[input?: undefined], BillingProfileDto>
    /** For agency_admin. Needs the scope `settings:write`. */
    saveCompany: Call<[input: {
      address?: string | null
      postal_code?: string | null
      city?: string | null
      region?: string | null
      country?: string | null
      tax_id?: string | null
      registration_number?: string | null
      electronic_address?: string | null
      legal_name?: string | null
      email?: ("" | string) | null
      phone?: string | null
      version: number
    }], BillingProfileDto>
    /** For agency_admin. Needs the scope `settings:write`. */
    saveBank: Call<[input: {
      account_holder?: string | null
      iban?: string | null
      bic?: string | null
      bank_name?: string | null
      version: number
    }], BillingProfileDto>
    /** For agency_admin. Needs the scope `settings:write`. */
    saveDefaults: Call<[input: {
      default_tax_rate_id?: string | null
      prices_include_tax: boolean
      payment_terms: number
      notes?: string | null
      footer?: string | null
      e_invoice_format?: "none" | "factur_x" | "xrechnung" | "peppol"
      version: number
    }], BillingProfileDto>
    /** For agency_admin. Needs the scope `settings:write`. */
    checkTaxId: Call<[input?: undefined], TaxIdCheckResult>
    /** For agency_admin. Needs the scope `payments:read`. */
    taxRates: Call<[input?: undefined], TaxRateDto[]>
    /** For agency_admin. Needs the scope `settings:write`. */
    saveTaxRate: Call<[input: {
      name: string
      bps: number
      category: "standard" | "reduced" | "zero" | "exempt" | "reverse_charge" | "export" | "outside_scope"
      note?: string | null
      id?: string
      version?: number
    }], TaxRateDto>
    /** For agency_admin. Needs the scope `settings:write`. */
    addTaxRates: Call<[input: {
      rates: ({
        name: string
        bps: number
        category: "standard" | "reduced" | "zero" | "exempt" | "reverse_charge" | "export" | "outside_scope"
        note?: string | null
      })[]
    }], TaxRateDto[]>
    /** For agency_admin. Needs the scope `settings:write`. */
    setTaxRateArchived: Call<[input: {
      id: string
      archived: boolean
    }], TaxRateDto>
    /** For agency_admin. Needs the scope `payments:read`. */
    numbering: Call<[input?: undefined], NumberSeriesDto[]>
    /** For agency_admin. Needs the scope `settings:write`. */
    saveNumbering: Call<[input: {
      kind: "invoice" | "credit_note"
      prefix: string
      digits: number
      yearly: boolean
      next_number: number
      version: number
    }], NumberSeriesDto>
    /** For agency_admin. Needs the scope `payments:read`. */
    products: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      search?: string
      currency?: string | null
      archived?: boolean
    }], ProductDtoPage>
    /** For agency_admin. Needs the scope `settings:write`. */
    saveProduct: Call<[input: {
      id?: string
      version?: number
      name: string
      unit?: string | null
      rate: number
      currency?: string
      tax_rate_id?: string | null
    }], ProductDto>
    /** For agency_admin. Needs the scope `settings:write`. */
    setProductArchived: Call<[input: {
      id: string
      archived: boolean
    }], ProductDto>
    /** For agency_admin. Needs the scope `payments:read`. */
    mailTexts: Call<[input?: undefined], MailTextDto[]>
    /** For agency_admin. Needs the scope `settings:write`. */
    saveMailText: Call<[input: {
      occasion: "invoice" | "credit_note" | "receipt" | "part_payment" | "before" | "due" | "week" | "fortnight" | "month" | "by_hand"
      subject: string
      body: string
      version: number
    }], MailTextDto>
    /** For agency_admin. Needs the scope `settings:write`. */
    resetMailText: Call<[input: {
      occasion: "invoice" | "credit_note" | "receipt" | "part_payment" | "before" | "due" | "week" | "fortnight" | "month" | "by_hand"
    }], MailTextDto>
  }
  clients: {
    /** For super_admin, agency_admin. Needs the scope `clients:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      search?: string
      archived?: boolean
      order?: "newest" | "name" | "company" | "projects" | "outstanding" | "invoiced" | "paid"
      descending?: boolean
    }], ClientDtoPage>
    /** For super_admin, agency_admin. Needs the scope `clients:read`. */
    counters: Call<[input?: undefined], ClientCounters>
    /** For super_admin, agency_admin. Needs the scope `clients:read`. */
    get: Call<[input: {
      id: string
    }], ClientDto>
    /** For super_admin, agency_admin. Needs the scope `clients:read`. */
    details: Call<[input: {
      id: string
    }], ClientDetailsDto>
    /** For super_admin, agency_admin. Needs the scope `clients:read`. */
    exportCsv: Call<[input?: undefined], {
      filename: string
      content: string
    }>
    /** For super_admin, agency_admin. Needs the scope `clients:write`. */
    save: Call<[input: {
      name: string
      email: string
      phone?: string | null
      company?: string | null
      address?: string | null
      postal_code?: string | null
      city?: string | null
      region?: string | null
      country?: string | null
      tax_id?: string | null
      registration_number?: string | null
      electronic_address?: string | null
      buyer_reference?: string | null
      billing_currency?: string | null
      default_tax_rate_id?: string | null
      payment_terms?: number | null
      e_invoice_format?: ("none" | "factur_x" | "xrechnung" | "peppol") | null
      billing_cc?: string[]
      billing_bcc?: string[]
      portal_access?: boolean
      id?: string
      version?: number
    }], ClientDto>
    /** For super_admin, agency_admin. Needs the scope `clients:write`. */
    setArchived: Call<[input: {
      id: string
      archived: boolean
    }], ClientDto>
    /** For super_admin, agency_admin. Needs the scope `clients:write`. */
    setPortalAccess: Call<[input: {
      id: string
      portal_access: boolean
    }], ClientDto>
    /** For super_admin, agency_admin. Needs the scope `clients:write`. */
    checkTaxId: Call<[input: {
      id: string
    }], TaxIdCheckResult>
    /** For super_admin, agency_admin. Needs the scope `clients:write`. */
    importCsv: Call<[input: {
      csv: string
      dry_run: boolean
    }], ClientImportResult>
    /** For super_admin, agency_admin. Needs the scope `clients:write`. */
    saveContact: Call<[input: {
      id?: string
      version?: number
      client_id: string
      name: string
      email: string
      phone?: string | null
      portal_access?: boolean
      can_see_projects?: boolean
      can_see_billing?: boolean
    }], ClientContactDto>
    /** For super_admin, agency_admin. Needs the scope `clients:write`. */
    removeContact: Call<[input: {
      id: string
    }], void>
    /** For super_admin, agency_admin. Needs the scope `clients:write`. */
    addNote: Call<[input: {
      client_id: string
      text: string
    }], ClientNoteDto>
    /** For super_admin, agency_admin. Needs the scope `clients:write`. */
    removeNote: Call<[input: {
      id: string
    }], void>
  }
  dashboard: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:read`. */
    stats: Call<[input?: undefined], DashboardDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:read`. */
    charts: Call<[input?: undefined], ChartsDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:read`. */
    waiting: Call<[input?: undefined], WaitingListDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:read`. */
    firstSteps: Call<[input?: undefined], FirstStepsDto | null>
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:write`. */
    skipStep: Call<[input: {
      step: "brand" | "invoicing" | "get_paid" | "client" | "contributor" | "project" | "picture" | "time" | "week" | "message" | "card"
      skipped: boolean
    }], FirstStepsDto | null>
    /** For super_admin, agency_admin. Needs the scope `projects:write`. */
    addSample: Call<[input?: undefined], ProjectDto>
    /** For super_admin, agency_admin. Needs the scope `projects:write`. */
    removeSample: Call<[input?: undefined], {
      archived: boolean
    }>
  }
  employees: {
    /** For super_admin, agency_admin. Needs the scope `people:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      search?: string
      deactivated?: boolean
      order?: "newest" | "name" | "role" | "tasks" | "hours" | "active"
      descending?: boolean
    }], EmployeeDtoPage>
    /** For super_admin, agency_admin. Needs the scope `people:read`. */
    counters: Call<[input?: undefined], EmployeeCounters>
    /** For super_admin, agency_admin. Needs the scope `people:read`. */
    get: Call<[input: {
      id: string
    }], EmployeeDto>
    /** For super_admin, agency_admin. Needs the scope `people:write`. */
    save: Call<[input: {
      name: string
      email: string
      role: string
      hourly_rate?: number
      performance_score?: number
      skills?: string[]
      id?: string
      version?: number
    }], EmployeeDto>
    /** For super_admin, agency_admin. Needs the scope `people:write`. */
    setDeactivated: Call<[input: {
      id: string
      deactivated: boolean
    }], EmployeeDto>
  }
  files: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    list: Call<[input: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      project_id: string
      task_id?: string | null
      kind?: ("deliverable" | "attachment" | "message") | null
      awaiting?: boolean
    }], FileDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    get: Call<[input: {
      id: string
    }], FileDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    delete: Call<[input: {
      id: string
    }], {
      id: string
    }>
    /** For client. Needs the scope `projects:write`. */
    review: Call<[input: {
      id: string
      review: "approved" | "changes_requested"
      comment?: string | null
    }], FileDto>
  }
  invitations: {
    /** For agency_admin. Needs the scope `people:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      client_id?: string | null
      employee_id?: string | null
      role?: ("agency_admin" | "employee" | "client") | null
      open?: boolean
    }], InvitationDtoPage>
    /** For agency_admin. Needs the scope `people:write`. */
    create: Call<[input: {
      email: string
      role: "agency_admin" | "employee" | "client"
      client_id?: string | null
      employee_id?: string | null
    }], InvitationDto>
    /** For agency_admin. Needs the scope `people:write`. */
    resend: Call<[input: {
      id: string
    }], InvitationDto>
    /** For agency_admin. Needs the scope `people:write`. */
    revoke: Call<[input: {
      id: string
    }], InvitationDto>
  }
  finance: {
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    summary: Call<[input?: {
      from?: string | null
      to?: string | null
    }], FinanceSummaryDto>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    transactions: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      from?: string | null
      to?: string | null
      flow?: ("income" | "expense" | "liability" | "write_off") | null
      category?: string | null
      client_id?: string | null
      project_id?: string | null
      search?: string
    }], TransactionDtoPage>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    providerPayouts: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      from?: string | null
      to?: string | null
    }], ProviderPayoutDtoPage>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    payoutMovements: Call<[input: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      payout_id: string
    }], BalanceMovementDtoPage>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    balanceState: Call<[input?: undefined], BalanceStateDto | null>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    taxReport: Call<[input?: {
      from?: string | null
      to?: string | null
      basis?: "issued" | "paid"
    }], TaxReportDto>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    taxDocuments: Call<[input: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      from?: string | null
      to?: string | null
      basis?: "issued" | "paid"
      side?: "output" | "input"
      tax_bps: number
      tax_name: string | null
      tax_category: ("standard" | "reduced" | "zero" | "exempt" | "reverse_charge" | "export" | "outside_scope") | null
      currency?: string | null
    }], TaxDocumentDtoPage>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    ageing: Call<[input?: undefined], AgeingReportDto>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    accounts: Call<[input?: undefined], {
      version: number
      chart: "skr03" | "skr04"
      /** DATEV's numbers of the tax adviser and of the client; the adviser knows both. */
      consultant_number: null | number
      client_number: null | number
      /** The month the fiscal year begins. */
      fiscal_year_month: number
      /** Digits of a general ledger account; customers' accounts have one more. */
      account_length: number
      bank_account: string
      /** The provider's fees and the platform's part. */
      fee_account: string
      /** Clients are numbered from here in the order they were added. */
      first_debtor: number
      xero_account: string
      /** What fees are booked to in Xero and in QuickBooks. */
      xero_fee_account: string
      quickbooks_fee_account: string
      quickbooks_item: string
      rates: ({
        kind: "exempt" | "export" | "outside_scope" | "reduced" | "reverse_charge" | "standard" | "unstated" | "zero"
        /** Basis points; null stands for every percentage without a row of its own. */
        tax_bps: null | number
        revenue_account: string
        xero_tax_type: string
        quickbooks_tax_code: string
      })[]
    }>
    /** For super_admin, agency_admin. Needs the scope `finance:write`. */
    saveAccounts: Call<[input: {
      chart: "skr03" | "skr04"
      consultant_number: number | null
      client_number: number | null
      fiscal_year_month: number
      account_length: number
      bank_account: string
      fee_account: string
      first_debtor: number
      xero_account: string
      xero_fee_account: string
      quickbooks_fee_account: string
      quickbooks_item: string
      rates: ({
        kind: "standard" | "reduced" | "zero" | "exempt" | "reverse_charge" | "export" | "outside_scope" | "unstated"
        tax_bps: number | null
        revenue_account: string
        xero_tax_type: string
        quickbooks_tax_code: string
      })[]
      version: number
    }], {
      version: number
      chart: "skr03" | "skr04"
      /** DATEV's numbers of the tax adviser and of the client; the adviser knows both. */
      consultant_number: null | number
      client_number: null | number
      /** The month the fiscal year begins. */
      fiscal_year_month: number
      /** Digits of a general ledger account; customers' accounts have one more. */
      account_length: number
      bank_account: string
      /** The provider's fees and the platform's part. */
      fee_account: string
      /** Clients are numbered from here in the order they were added. */
      first_debtor: number
      xero_account: string
      /** What fees are booked to in Xero and in QuickBooks. */
      xero_fee_account: string
      quickbooks_fee_account: string
      quickbooks_item: string
      rates: ({
        kind: "exempt" | "export" | "outside_scope" | "reduced" | "reverse_charge" | "standard" | "unstated" | "zero"
        /** Basis points; null stands for every percentage without a row of its own. */
        tax_bps: null | number
        revenue_account: string
        xero_tax_type: string
        quickbooks_tax_code: string
      })[]
    }>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    missingRates: Call<[input?: undefined], MissingRateDto[]>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    exchangeRates: Call<[input?: undefined], ExchangeRateDto[]>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    expense: Call<[input: {
      id: string
    }], ExpenseDto>
    /** For super_admin, agency_admin. Needs the scope `finance:read`. */
    unbilledExpenses: Call<[input: {
      client_id?: string | null
      project_id?: string | null
    }], UnbilledExpense[]>
    /** For super_admin, agency_admin. Needs the scope `finance:write`. */
    saveExpense: Call<[input: {
      id?: string
      version?: number
      category: "software" | "hosting" | "subscriptions" | "contractors" | "marketing" | "travel" | "office" | "education" | "taxes" | "other"
      vendor?: string | null
      description: string
      amount: number
      spent_on: string
      client_id?: string | null
      project_id?: string | null
      receipt_id?: string | null
      rebillable?: boolean
      tax_amount?: number | null
      tax_bps?: number | null
    }], ExpenseDto>
    /** For super_admin, agency_admin. Needs the scope `finance:write`. */
    deleteExpense: Call<[input: {
      id: string
    }], {
      id: string
    }>
  }
  invoices: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      search?: string
      status?: ("draft" | "sent" | "paid" | "overdue" | "void" | "pending" | "open" | "recently_paid") | null
      side?: ("issued" | "received") | null
      currency?: string | null
      client_id?: string | null
      project_id?: string | null
    }], InvoiceDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    summary: Call<[input?: undefined], InvoiceSummaryDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    get: Call<[input: {
      id: string
    }], InvoiceDocumentDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:write`. */
    view: Call<[input: {
      id: string
    }], InvoiceDocumentDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    statement: Call<[input: {
      client_id: string
      from: string
      to: string
      currency?: string
    }], StatementDto>
    /** For agency_admin. Needs the scope `payments:read`. */
    letterhead: Call<[input: {
      client_id: string | null
    }], DocumentParties>
    /** For agency_admin. Needs the scope `payments:write`. */
    save: Call<[input: {
      client_id: string
      project_id?: string | null
      title: string
      description?: string | null
      notes?: string | null
      currency?: string
      discount?: {
        type: "none"
        value?: 0
      } | {
        type: "percent"
        value: number
      } | {
        type: "amount"
        value: number
      }
      prices_include_tax?: boolean
      purchase_order?: string | null
      items: ({
        id?: string
        description: string
        quantity: number
        rate: number
        unit?: string | null
        discount_bps?: number
        tax_rate_id?: string | null
        tax_bps?: number
        project_id?: string | null
      })[]
      id?: string
      version?: number
      due_date: string
      supply_from?: (string | null) | ""
      supply_to?: (string | null) | ""
      booking_rate?: (string | null) | ""
      part_minimum?: number | null
      instalments?: string[]
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:read`. */
    eInvoice: Call<[input: {
      id: string
    }], EInvoiceCheck>
    /** For agency_admin. Needs the scope `payments:write`. */
    enterRate: Call<[input: {
      currency: string
      rate: string
    }], {
      count: number
    }>
    /** For agency_admin. Needs the scope `payments:write`. */
    fromTime: Call<[input: {
      client_id: string
      project_id?: string | null
      from?: string | null
      to?: string | null
      group_by?: "task" | "person" | "one"
      include_time?: boolean
      expense_ids?: string[]
      markup_bps?: number
      title: string
      due_date: string
      tax_rate_id?: string | null
      tax_bps?: number
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    addExpenses: Call<[input: {
      id: string
      expense_ids: string[]
      markup_bps?: number
      tax_bps?: number
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    delete: Call<[input: {
      id: string
    }], {
      id: string
    }>
    /** For agency_admin. Needs the scope `payments:write`. */
    send: Call<[input: {
      id: string
      apply_credit?: boolean
      mail?: {
        to: string[]
        cc?: string[]
        bcc?: string[]
        subject: string
        body: string
      }
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:read`. */
    mailDraft: Call<[input: {
      id: string
    }], MailDraftDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    mail: Call<[input: {
      id: string
      mail: {
        to: string[]
        cc?: string[]
        bcc?: string[]
        subject: string
        body: string
      }
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    remind: Call<[input: {
      id: string
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    void: Call<[input: {
      id: string
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    credit: Call<[input: {
      id: string
      amount?: number
      lines?: ({
        position: number
        quantity?: number
        amount?: number
      })[]
      keep_as_credit?: boolean
      reason: string
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:read`. */
    creditable: Call<[input: {
      id: string
    }], CreditableDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    clientCredit: Call<[input: {
      client_id: string
    }], ClientCreditDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    applyCredit: Call<[input: {
      id: string
      amount?: number
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    removeCredit: Call<[input: {
      id: string
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    adjustCredit: Call<[input: {
      client_id: string
      currency: string
      amount: number
      reason: string
    }], ClientCreditDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    writeOff: Call<[input: {
      id: string
      reason: string
      written_off_on?: string
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    undoWriteOff: Call<[input: {
      id: string
    }], InvoiceDocumentDto>
    /** For agency_admin. Needs the scope `payments:read`. */
    collectionRules: Call<[input?: undefined], CollectionRulesDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    saveCollectionRules: Call<[input: {
      version: number
      apply_credit: boolean
      late_fees: "off" | "draft" | "send"
      fee_type: "percent" | "flat"
      fee_bps: number
      fee_amount: number
      grace_days: number
      max_fees: number
      part_payments?: boolean
      part_minimum?: number
    }], CollectionRulesDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    createPayLink: Call<[input: {
      id: string
    }], {
      url: string
    }>
    /** For agency_admin. Needs the scope `payments:write`. */
    revokePayLinks: Call<[input: {
      id: string
    }], {
      id: string
    }>
    /** For agency_admin. Needs the scope `payments:read`. */
    recurring: Call<[input?: undefined], RecurringInvoiceDto[]>
    /** For agency_admin. Needs the scope `payments:read`. */
    recurringPlan: Call<[input: {
      id: string
    }], RecurringPlanDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    saveRecurring: Call<[input: {
      client_id: string
      project_id?: string | null
      title: string
      description?: string | null
      notes?: string | null
      currency?: string
      discount?: {
        type: "none"
        value?: 0
      } | {
        type: "percent"
        value: number
      } | {
        type: "amount"
        value: number
      }
      prices_include_tax?: boolean
      purchase_order?: string | null
      items: ({
        id?: string
        description: string
        quantity: number
        rate: number
        unit?: string | null
        discount_bps?: number
        tax_rate_id?: string | null
        tax_bps?: number
        project_id?: string | null
      })[]
      id?: string
      version?: number
      frequency: "weekly" | "monthly" | "quarterly" | "yearly"
      starts_on: string
      ends_on?: (string | null) | ""
      occurrences?: number | null
      due_days?: number
      send_automatically?: boolean
    }], RecurringInvoiceDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    pauseRecurring: Call<[input: {
      id: string
      paused: boolean
      missed?: "skip" | "write"
    }], RecurringInvoiceDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    deleteRecurring: Call<[input: {
      id: string
    }], {
      id: string
    }>
  }
  messages: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `messages:read`. */
    projects: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      search?: string
    }], MessageProjectDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `messages:read`. */
    list: Call<[input?: {
      project_id?: string | null
      cursor?: string | null
      limit?: number
      direction?: "forward"
    }], MessageDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `messages:read`. */
    people: Call<[input: {
      project_id: string
    }], MessagePersonDto[]>
    /** For super_admin, agency_admin, employee, client. Needs the scope `messages:read`. */
    unreadCount: Call<[input?: undefined], number>
    /** For super_admin, agency_admin, employee, client. Needs the scope `messages:write`. */
    send: Call<[input: {
      id?: string
      project_id: string
      content: string
      mentions?: string[]
      file_ids?: string[]
    }], MessageDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `messages:write`. */
    markRead: Call<[input: {
      project_id: string
    }], void>
    /** For super_admin, agency_admin, employee, client. Needs the scope `messages:write`. */
    edit: Call<[input: {
      id: string
      content: string
    }], MessageDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `messages:write`. */
    delete: Call<[input: {
      id: string
    }], MessageDto>
  }
  notifications: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:read`. */
    unreadCount: Call<[input?: undefined], number>
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      unread?: boolean
    }], NotificationDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:write`. */
    markRead: Call<[input: {
      id: string
    }], void>
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:write`. */
    markAllRead: Call<[input?: undefined], void>
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:read`. */
    preferences: Call<[input?: undefined], NotificationPreferences>
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:write`. */
    savePreferences: Call<[input: {
      delivery: "instant" | "daily" | "off"
      events: ({
        event: "task_assigned" | "mention" | "comment" | "message" | "task_due" | "task_overdue" | "task_status" | "project_status" | "file" | "invitation_accepted" | "owners" | "invoice_sent" | "invoice_viewed" | "invoice_paid" | "invoice_overdue" | "payment_failed" | "autopay" | "payment_disputed" | "provider_payout_failed" | "payout_sent" | "timesheet_submitted" | "timesheet_reviewed" | "import" | "budget" | "event_invitation" | "event_reminder" | "webhook" | "process" | "books" | "platform"
        in_app: boolean
        email: boolean
      })[]
    }], NotificationPreferences>
  }
  packages: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    plans: Call<[input?: undefined], PlanDto[]>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    subscription: Call<[input?: undefined], SubscriptionDto | null>
    /** For agency_admin. Needs the scope `payments:read`. */
    preview: Call<[input: {
      plan_id: string
    }], PlanChangePreview>
    /** For agency_admin. Needs the scope `payments:write`. */
    subscribe: Call<[input: {
      plan_id: string
      method: string
      request_id: string
      proration_date?: string
    }], ChargeDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    payOverdue: Call<[input: {
      method: string
      request_id: string
    }], ChargeDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    cancel: Call<[input: {
      when: "now" | "period_end" | "never"
    }], SubscriptionDto | null>
    /** For super_admin. Needs the scope `platform:read`. */
    list: Call<[input?: {
      kind?: ("subscription" | "package") | null
      archived?: boolean
    }], PackageDto[]>
    /** For super_admin. Needs the scope `platform:read`. */
    analytics: Call<[input?: undefined], PackageAnalyticsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    save: Call<[input: {
      id?: string
      version?: number
      kind?: "subscription" | "package"
      name: string
      description: string
      price: number | null
      billing_interval?: "month" | "year"
      member_limit?: number | null
      project_limit?: number | null
      storage_limit_gb?: number | null
      features?: string[]
      popular?: boolean
    }], PlanDto>
    /** For super_admin. Needs the scope `platform:write`. */
    setArchived: Call<[input: {
      id: string
      archived: boolean
    }], PlanDto>
    /** For super_admin. Needs the scope `platform:write`. */
    delete: Call<[input: {
      id: string
    }], {
      id: string
    }>
  }
  payments: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      status?: ("succeeded" | "pending" | "processing" | "failed" | "refunded") | null
      client_id?: string | null
      invoice_id?: string | null
    }], PaymentDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    receipt: Call<[input: {
      id: string
    }], ReceiptPaper>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:write`. */
    payInvoice: Call<[input: {
      invoice_id: string
      method: string
      amount?: number
      request_id: string
      save_card?: boolean
    }], ChargeDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:write`. */
    quickPay: Call<[input: {
      method: string
      request_id: string
      save_card?: boolean
    }], ChargeDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:read`. */
    cards: Call<[input?: undefined], SavedCardDto[]>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:write`. */
    addCard: Call<[input: {
      method: string
      request_id: string
    }], CardSetupDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:write`. */
    confirmCard: Call<[input: {
      id: string
      test_approved?: boolean
    }], CardSetupDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:write`. */
    setDefaultCard: Call<[input: {
      id: string
    }], SavedCardDto[]>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:write`. */
    removeCard: Call<[input: {
      id: string
    }], SavedCardDto[]>
    /** For agency_admin. Needs the scope `payments:write`. */
    recordManual: Call<[input: {
      invoice_id?: string
      client_id?: string
      currency?: string
      amount: number
      method: "bank" | "cash" | "other"
      description?: string | null
      paid_on?: string
      received?: boolean
      mail_receipt?: boolean
      request_id: string
    }], PaymentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    settleManual: Call<[input: {
      id: string
      received: boolean
    }], PaymentDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    refund: Call<[input: {
      id: string
      amount?: number
      request_id: string
      reason: string
      credit?: boolean
      credit_lines?: ({
        position: number
        quantity?: number
        amount?: number
      })[]
    }], PaymentDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `payments:write`. */
    confirm: Call<[input: {
      id: string
      test_approved?: boolean
    }], ChargeDto>
  }
  payouts: {
    /** For super_admin, agency_admin, employee. Needs the scope `payments:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      status?: ("pending" | "succeeded" | "failed") | null
      employee_id?: string | null
    }], PayoutDtoPage>
    /** For super_admin, agency_admin, employee. Needs the scope `payments:read`. */
    totals: Call<[input?: undefined], PayoutTotals[]>
    /** For agency_admin. Needs the scope `payments:read`. */
    preview: Call<[input?: undefined], PayoutPreview[]>
    /** For agency_admin. Needs the scope `payments:write`. */
    create: Call<[input: {
      employee_id: string
      description: string
      minutes?: number
      amount?: number
    }], PayoutDto>
    /** For agency_admin. Needs the scope `payments:write`. */
    fromHours: Call<[input?: {
      employee_id?: string
      previewed?: ({
        employee_id: string
        amount: number
      })[]
      paid?: boolean
    }], PayoutDto[]>
    /** For agency_admin. Needs the scope `payments:write`. */
    payBatch: Call<[input: {
      ids: string[]
    }], PayoutDto[]>
    /** For agency_admin. Needs the scope `payments:write`. */
    cancel: Call<[input: {
      id: string
    }], {
      id: string
    }>
  }
  people: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `people:read`. */
    list: Call<[input?: undefined], PersonDto[]>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:read`. */
    contributors: Call<[input?: {
      project_id?: string | null
    }], ContributorDto[]>
  }
  platform: {
    /** For super_admin. Needs the scope `platform:read`. */
    settings: Call<[input?: undefined], PlatformSettingsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    saveSettings: Call<[input: {
      name?: string | null
      registration: "open" | "invitation"
      enforce_plan_limits: boolean
      auto_backup: boolean
      version: number
    }], PlatformSettingsDto>
    /** For super_admin. Needs the scope `platform:read`. */
    payments: Call<[input?: undefined], PaymentSettingsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    savePayments: Call<[input: {
      share_keys: boolean
      connect: boolean
      connect_fee_bps: number
    }], PaymentSettingsDto>
    /** For super_admin. Needs the scope `platform:write`. */
    importExchangeRates: Call<[input: {
      rates: ({
        quoted_on: string
        currency: string
        per_euro: string
      })[]
    }], ExchangeRateDto[]>
    /** For super_admin. Needs the scope `platform:read`. */
    bookDifferences: Call<[input?: undefined], BookDifferenceDto[]>
    /** For super_admin. Needs the scope `platform:read`. */
    operation: Call<[input?: undefined], OperationDto>
    /** For super_admin. Needs the scope `platform:read`. */
    jobs: Call<[input?: undefined], JobDto[]>
    /** For super_admin. Needs the scope `platform:write`. */
    runJob: Call<[input: {
      name: string
    }], JobDto>
    /** For super_admin. Needs the scope `platform:write`. */
    sendTestMail: Call<[input: {
      recipient: string
    }], TestMailDto>
    /** For super_admin. Needs the scope `platform:read`. */
    mails: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      status?: ("queued" | "sent" | "failed") | null
    }], MailLogDtoPage>
    /** For super_admin. Needs the scope `platform:write`. */
    retryMail: Call<[input: {
      id: string
    }], {
      id: string
    }>
  }
  processes: {
    /** For super_admin, agency_admin, employee. Needs the scope `processes:read`. */
    list: Call<[input?: {
      archived?: boolean
    }], ProcessDto[]>
    /** For super_admin, agency_admin, employee. Needs the scope `processes:read`. */
    get: Call<[input: {
      id: string
    }], ProcessDetails>
    /** For super_admin, agency_admin. Needs the scope `processes:write`. */
    save: Call<[input: {
      id?: string
      version?: number
      name: string
      description?: string | null
      status?: "active" | "template" | "draft"
      duration_days: number
      steps: ({
        title: string
        description?: string | null
        role?: "agency_admin" | "employee" | "client"
        due_offset_days?: number
      })[]
    }], ProcessDetails>
    /** For super_admin, agency_admin. Needs the scope `processes:write`. */
    duplicate: Call<[input: {
      id: string
    }], ProcessDetails>
    /** For super_admin, agency_admin. Needs the scope `processes:write`. */
    setArchived: Call<[input: {
      id: string
      archived: boolean
    }], ProcessDetails>
    /** For super_admin, agency_admin, employee. Needs the scope `processes:read`. */
    runs: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      status?: "active" | "finished"
    }], RunDtoPage>
    /** For super_admin, agency_admin, employee. Needs the scope `processes:read`. */
    run: Call<[input: {
      id: string
    }], RunDto>
    /** For super_admin, agency_admin, employee. Needs the scope `processes:write`. */
    start: Call<[input: {
      template_id: string
      project_id?: string | null
      client_id?: string | null
      create_tasks?: boolean
    }], RunDto>
    /** For super_admin, agency_admin, employee. Needs the scope `processes:write`. */
    tick: Call<[input: {
      run_id: string
      step_id: string
      completed: boolean
    }], RunDto>
    /** For super_admin, agency_admin, employee. Needs the scope `processes:write`. */
    finish: Call<[input: {
      id: string
      version: number
      outcome: "completed" | "failed"
      note?: string | null
    }], RunDto>
  }
  projects: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      search?: string
      status?: ("in-progress" | ("planning" | "in_progress" | "review" | "completed")) | null
      client_id?: string | null
      employee_id?: string | null
      active?: boolean
      archived?: boolean
      order?: "newest" | "name" | "client" | "status" | "progress" | "due"
      descending?: boolean
    }], ProjectDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    counters: Call<[input?: undefined], ProjectCounters>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    get: Call<[input: {
      id: string
    }], ScopedProject>
    /** For super_admin, agency_admin. Needs the scope `projects:write`. */
    create: Call<[input: {
      name: string
      description?: string | null
      category: "web-development" | "mobile-app" | "design" | "marketing" | "consulting"
      total_price?: number
      start_date?: (string | null) | ""
      delivery_date?: (string | null) | ""
      requirements?: string[]
      deliverables?: string[]
      assigned_employee_ids?: string[]
      client: string
    }], ProjectDto>
    /** For super_admin, agency_admin. Needs the scope `projects:write`. */
    update: Call<[input: {
      id: string
      version: number
      name: string
      description?: string | null
      category: "web-development" | "mobile-app" | "design" | "marketing" | "consulting"
      total_price?: number
      start_date?: (string | null) | ""
      delivery_date?: (string | null) | ""
      requirements?: string[]
      deliverables?: string[]
      assigned_employee_ids?: string[]
      client: string
      status: "in-progress" | ("planning" | "in_progress" | "review" | "completed")
      progress: number | null
    }], ProjectDto>
    /** For super_admin, agency_admin. Needs the scope `projects:write`. */
    setStatus: Call<[input: {
      id: string
      status: "in-progress" | ("planning" | "in_progress" | "review" | "completed")
      version?: number
    }], ProjectDto>
    /** For super_admin, agency_admin. Needs the scope `projects:write`. */
    setArchived: Call<[input: {
      id: string
      archived: boolean
    }], ProjectDto>
  }
  quickTasks: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    list: Call<[input: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      view: "overdue" | "today" | "upcoming" | "completed"
    }], QuickTaskDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    counters: Call<[input?: undefined], QuickTaskCounters>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    recent: Call<[input?: undefined], QuickTaskEventDto[]>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    get: Call<[input: {
      id: string
    }], QuickTaskDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:write`. */
    add: Call<[input: {
      text: string
    }], QuickTaskDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:write`. */
    save: Call<[input: {
      id?: string
      version?: number
      title: string
      description?: string | null
      priority?: "low" | "medium" | "high" | "urgent"
      assigned_to?: string | null
      due_date?: (string | null) | ""
    }], QuickTaskDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:write`. */
    setCompleted: Call<[input: {
      id: string
      completed: boolean
    }], QuickTaskDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:write`. */
    snooze: Call<[input: {
      id: string
      until: string
    }], QuickTaskDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:write`. */
    delete: Call<[input: {
      id: string
    }], void>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:write`. */
    restore: Call<[input: {
      id: string
    }], QuickTaskDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    convert: Call<[input: {
      id: string
      project_id: string
    }], TaskDto>
  }
  schedule: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `schedules:read`. */
    range: Call<[input: {
      from: string
      to: string
      timezone?: string | null
    }], ScheduleRange>
    /** For super_admin, agency_admin, employee, client. Needs the scope `schedules:read`. */
    get: Call<[input: {
      id: string
      occurrence_start?: string | null
    }], EventDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `schedules:read`. */
    counters: Call<[input?: {
      timezone?: string | null
    }], ScheduleCounters>
    /** For super_admin, agency_admin, employee, client. Needs the scope `schedules:read`. */
    conflicts: Call<[input: {
      starts_at: string
      ends_at?: string | null
      duration_minutes?: number | null
      attendees?: ({
        kind: "user"
        id: string
      } | {
        kind: "client"
        id: string
      })[]
      exclude_event_id?: string | null
    }], EventDto[]>
    /** For super_admin, agency_admin, employee, client. Needs the scope `schedules:write`. */
    create: Call<[input: {
      title: string
      description?: string | null
      type?: "meeting" | "call" | "review" | "focus" | "other"
      location?: string | null
      status?: "confirmed" | "pending"
      starts_at: string
      ends_at?: string | null
      duration_minutes?: number | null
      timezone?: string | null
      recurrence?: {
        frequency: "daily" | "weekly" | "monthly"
        interval?: number
        weekdays?: ("MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU")[]
        until?: string | null
        count?: number | null
      } | null
      attendees?: ({
        kind: "user"
        id: string
      } | {
        kind: "client"
        id: string
      })[]
      reminder_minutes?: number | null
    }], {
      id: string
      occurrence_start: string
    }>
    /** For super_admin, agency_admin, employee, client. Needs the scope `schedules:write`. */
    update: Call<[input: {
      title: string
      description?: string | null
      type?: "meeting" | "call" | "review" | "focus" | "other"
      location?: string | null
      status?: "confirmed" | "pending"
      starts_at: string
      ends_at?: string | null
      duration_minutes?: number | null
      timezone?: string | null
      recurrence?: {
        frequency: "daily" | "weekly" | "monthly"
        interval?: number
        weekdays?: ("MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU")[]
        until?: string | null
        count?: number | null
      } | null
      attendees?: ({
        kind: "user"
        id: string
      } | {
        kind: "client"
        id: string
      })[]
      reminder_minutes?: number | null
      id: string
      occurrence_start: string
      version: number
      scope?: "this" | "following" | "all"
    }], {
      id: string
      occurrence_start: string
    }>
    /** For super_admin, agency_admin, employee, client. Needs the scope `schedules:write`. */
    move: Call<[input: {
      starts_at: string
      ends_at?: string | null
      duration_minutes?: number | null
      id: string
      occurrence_start: string
      version: number
      scope?: "this" | "following" | "all"
    }], {
      id: string
      occurrence_start: string
    }>
    /** For super_admin, agency_admin, employee, client. Needs the scope `schedules:write`. */
    remove: Call<[input: {
      id: string
      occurrence_start: string
      version: number
      scope?: "this" | "following" | "all"
    }], {
      id: string
    }>
    /** For super_admin, agency_admin, employee, client. Needs the scope `schedules:write`. */
    reply: Call<[input: {
      id: string
      reply: "accepted" | "tentative" | "declined"
    }], {
      id: string
    }>
  }
  search: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `overview:read`. */
    all: Call<[input: {
      query: string
      limit?: number
    }], SearchGroup[]>
  }
  settings: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `settings:read`. */
    get: Call<[input?: undefined], SettingsDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `settings:write`. */
    savePreferences: Call<[input?: {
      theme?: "light" | "dark" | "system"
      compact?: boolean
      locale?: string | null
      timezone?: string | null
      week_start?: "monday" | "sunday"
      email_notifications?: boolean
    }], PreferencesDto>
    /** For agency_admin. Needs the scope `settings:write`. */
    saveAgency: Call<[input: {
      name: string
      timezone: string
      currency: string
      invoice_details?: string | null
      accent?: string | null
      next_invoice_number?: number
      version: number
    }], AgencySettingsDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `exports:read`. */
    exportData: Call<[input?: undefined], {
      json: string
    }>
  }
  tasks: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      search?: string
      project_id?: string | null
      assigned_to_id?: string | null
      due?: ("overdue" | "today" | "week" | "none") | null
      status?: ("todo" | "in_progress" | "review" | "done") | null
      open?: boolean
      order?: "newest" | "board" | "title" | "status" | "priority" | "project" | "assignee" | "due"
      descending?: boolean
    }], TaskDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    counters: Call<[input?: {
      search?: string
      project_id?: string | null
      assigned_to_id?: string | null
      due?: ("overdue" | "today" | "week" | "none") | null
    }], TaskCounters>
    /** For super_admin, agency_admin, employee, client. Needs the scope `projects:read`. */
    get: Call<[input: {
      id: string
    }], TaskDetailDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    save: Call<[input: {
      id?: string
      version?: number
      title: string
      description?: string | null
      project_id: string
      priority?: "low" | "medium" | "high" | "urgent"
      status?: "todo" | "in_progress" | "review" | "done"
      assigned_to_id?: string | null
      due_date?: (string | null) | ""
      estimated_hours?: number | null
      recurrence?: ("daily" | "weekly" | "monthly") | null
      subtasks?: ({
        id?: string
        title: string
        completed?: boolean
      })[]
      confirm?: boolean
    }], TaskDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    setStatus: Call<[input: {
      id: string
      status: "todo" | "in_progress" | "review" | "done"
      version?: number
      confirm?: boolean
    }], TaskDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    move: Call<[input: {
      id: string
      status: "todo" | "in_progress" | "review" | "done"
      version?: number
      confirm?: boolean
      before_id?: string
      after_id?: string
    }], TaskDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    toggleSubtask: Call<[input: {
      id: string
      subtask_id: string
      completed: boolean
    }], TaskDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    setBlockers: Call<[input: {
      id: string
      blocked_by: string[]
    }], TaskDetailDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    bulk: Call<[input: {
      ids: string[]
      action: "status"
      status: "todo" | "in_progress" | "review" | "done"
      confirm?: boolean
    } | {
      ids: string[]
      action: "assign"
      assigned_to_id: string | null
    } | {
      ids: string[]
      action: "priority"
      priority: "low" | "medium" | "high" | "urgent"
    } | {
      ids: string[]
      action: "due"
      due_date: string | null
    } | {
      ids: string[]
      action: "project"
      project_id: string
    }], {
      changed: number
    }>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    bulkDelete: Call<[input: {
      ids: string[]
    }], {
      changed: number
    }>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    delete: Call<[input: {
      id: string
    }], {
      id: string
    }>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:read`. */
    comments: Call<[input: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      task_id: string
    }], CommentDtoPage>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    addComment: Call<[input: {
      task_id: string
      text: string
      mentions?: string[]
    }], CommentDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    editComment: Call<[input: {
      id: string
      text: string
      mentions?: string[]
    }], CommentDto>
    /** For super_admin, agency_admin, employee. Needs the scope `projects:write`. */
    deleteComment: Call<[input: {
      id: string
    }], {
      id: string
    }>
  }
  timesheets: {
    /** For super_admin, agency_admin, employee. Needs the scope `time:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      status?: ("submitted" | "approved" | "rejected") | null
      week_start?: string | null
      whose?: "own" | "agency"
    }], TimesheetDtoPage>
    /** For super_admin, agency_admin, employee. Needs the scope `time:read`. */
    get: Call<[input: {
      id: string
    }], TimesheetDto>
    /** For super_admin, agency_admin, employee. Needs the scope `time:write`. */
    submit: Call<[input: {
      date: string
      note?: string | null
    }], TimesheetDto>
    /** For super_admin, agency_admin, employee. Needs the scope `time:write`. */
    withdraw: Call<[input: {
      id: string
      version: number
    }], {
      id: string
    }>
    /** For super_admin, agency_admin. Needs the scope `time:write`. */
    review: Call<[input: {
      id: string
      version: number
      decision: "approved" | "rejected"
      note?: string | null
    }], TimesheetDto>
    /** For super_admin, agency_admin. Needs the scope `time:read`. */
    unbilled: Call<[input: {
      client_id: string
      project_id?: string | null
      from?: string | null
      to?: string | null
      group_by?: "task" | "person" | "one"
    }], Unbilled>
    /** For super_admin, agency_admin. Needs the scope `time:read`. */
    budgets: Call<[input?: undefined], ProjectBudgetDto[]>
    /** For super_admin, agency_admin. Needs the scope `time:read`. */
    projectTime: Call<[input: {
      project_id: string
    }], ProjectBudgetDto>
    /** For super_admin, agency_admin. Needs the scope `time:write`. */
    saveProjectTime: Call<[input: {
      project_id: string
      version?: number
      share_hours: boolean
      billing_rate: number | null
      budget: {
        kind: "hours" | "money"
        amount: number
      } | null
    }], ProjectBudgetDto>
  }
  views: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `settings:read`. */
    list: Call<[input: {
      list: "tasks" | "projects" | "clients" | "employees" | "invoices"
    }], ViewDto[]>
    /** For super_admin, agency_admin, employee, client. Needs the scope `settings:write`. */
    save: Call<[input: {
      id?: string
      version?: number
      name: string
      list: "tasks"
      state: {
        search?: string
        status?: ("todo" | "in_progress" | "review" | "done") | null
        open?: boolean
        project_id?: string | null
        assigned_to_id?: string | null
        due?: ("overdue" | "today" | "week" | "none") | null
        view?: "cards" | "board" | "list"
        sort?: "title" | "status" | "priority" | "project" | "assignee" | "due"
        desc?: boolean
        grouped?: boolean
      }
    } | {
      id?: string
      version?: number
      name: string
      list: "projects"
      state: {
        search?: string
        status?: ("in-progress" | ("planning" | "in_progress" | "review" | "completed")) | null
        client_id?: string | null
        active?: boolean
        archived?: boolean
        view?: "cards" | "list"
        sort?: "name" | "client" | "status" | "progress" | "due"
        desc?: boolean
        grouped?: boolean
      }
    } | {
      id?: string
      version?: number
      name: string
      list: "clients"
      state: {
        search?: string
        archived?: boolean
        view?: "cards" | "list"
        sort?: "name" | "company" | "projects" | "outstanding" | "invoiced" | "paid"
        desc?: boolean
        grouped?: boolean
      }
    } | {
      id?: string
      version?: number
      name: string
      list: "employees"
      state: {
        search?: string
        deactivated?: boolean
        view?: "cards" | "list"
        sort?: "name" | "role" | "tasks" | "hours" | "active"
        desc?: boolean
        grouped?: boolean
      }
    } | {
      id?: string
      version?: number
      name: string
      list: "invoices"
      state: {
        search?: string
        status?: ("draft" | "sent" | "paid" | "overdue" | "void" | "pending" | "open" | "recently_paid") | null
        currency?: string | null
        side?: ("issued" | "received") | null
        client?: string
      }
    }], ViewDto>
    /** For agency_admin. Needs the scope `settings:write`. */
    share: Call<[input: {
      id: string
      shared: boolean
    }], ViewDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `settings:write`. */
    delete: Call<[input: {
      id: string
    }], void>
  }
  webhooks: {
    /** For super_admin, agency_admin. Needs the scope `webhooks:read`. */
    list: Call<[input?: undefined], WebhookDto[]>
    /** For super_admin, agency_admin. Needs the scope `webhooks:read`. */
    deliveries: Call<[input: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      webhook_id: string
    }], WebhookDeliveryDtoPage>
    /** For super_admin, agency_admin. Needs the scope `webhooks:write`. */
    save: Call<[input: {
      id?: string
      version?: number
      url: string
      events: ("client.created" | "project.created" | "project.updated" | "task.created" | "task.updated" | "task.deleted" | "invoice.sent" | "invoice.paid" | "payment.succeeded" | "payment.failed" | "payment.disputed" | "provider-payout.failed")[]
      enabled?: boolean
    }], SavedWebhook>
    /** For super_admin, agency_admin. Needs the scope `webhooks:write`. */
    delete: Call<[input: {
      id: string
    }], {
      id: string
    }>
    /** For super_admin, agency_admin. Needs the scope `webhooks:write`. */
    retry: Call<[input: {
      id: string
    }], {
      id: string
    }>
  }
  workLog: {
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:read`. */
    timer: Call<[input?: undefined], TimerDto | null>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:read`. */
    counters: Call<[input?: {
      timezone?: string | null
    }], WorkLogCounters>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:read`. */
    list: Call<[input?: {
      cursor?: string | null
      limit?: number
      direction?: "forward"
      timezone?: string | null
      from?: string | null
      to?: string | null
      project_id?: string | null
      user_id?: string | null
      billable?: boolean | null
      whose?: "own" | "agency"
    }], TimeEntryDtoPage>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:read`. */
    get: Call<[input: {
      id: string
    }], TimeEntryDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:read`. */
    week: Call<[input?: {
      date?: string | null
      timezone?: string | null
      week_start?: "monday" | "sunday"
    }], WeekGrid>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:read`. */
    exportCsv: Call<[input?: {
      direction?: "forward"
      timezone?: string | null
      from?: string | null
      to?: string | null
      project_id?: string | null
      user_id?: string | null
      billable?: boolean | null
      whose?: "own" | "agency"
    }], {
      filename: string
      csv: string
    }>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:write`. */
    start: Call<[input?: {
      project_id?: string | null
      task_id?: string | null
      note?: string | null
      billable?: boolean
    }], TimerDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:write`. */
    pause: Call<[input?: undefined], TimerDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:write`. */
    resume: Call<[input?: undefined], TimerDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:write`. */
    stop: Call<[input?: undefined], {
      entry_id: string
    }>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:write`. */
    save: Call<[input: {
      id?: string
      version?: number
      project_id?: string | null
      task_id?: string | null
      note?: string | null
      billable?: boolean
      timezone?: string | null
      time: {
        kind: "duration"
        date: string
        duration: string
      } | {
        kind: "interval"
        start: string
        end: string
      } | {
        kind: "keep"
      }
    }], TimeEntryDto>
    /** For super_admin, agency_admin, employee, client. Needs the scope `time:write`. */
    delete: Call<[input: {
      id: string
    }], {
      id: string
    }>
  }
}

export const PROCEDURES: { [Domain in keyof Foyer]: { [Name in keyof Foyer[Domain]]: 'query' | 'mutation' } } = {
  activity: {
    list: 'query',
  },
  agencies: {
    list: 'query',
    counters: 'query',
    details: 'query',
    create: 'mutation',
    changePlan: 'mutation',
    extendTrial: 'mutation',
    setSuspended: 'mutation',
    requestDeletion: 'mutation',
    cancelDeletion: 'mutation',
    viewAs: 'mutation',
  },
  audit: {
    list: 'query',
    exportCsv: 'query',
  },
  auth: {
    updateProfile: 'mutation',
  },
  autopay: {
    ofClient: 'query',
    ofInvoice: 'query',
    end: 'mutation',
    request: 'mutation',
    rules: 'query',
    saveRules: 'mutation',
  },
  billing: {
    profile: 'query',
    saveCompany: 'mutation',
    saveBank: 'mutation',
    saveDefaults: 'mutation',
    checkTaxId: 'mutation',
    taxRates: 'query',
    saveTaxRate: 'mutation',
    addTaxRates: 'mutation',
    setTaxRateArchived: 'mutation',
    numbering: 'query',
    saveNumbering: 'mutation',
    products: 'query',
    saveProduct: 'mutation',
    setProductArchived: 'mutation',
    mailTexts: 'query',
    saveMailText: 'mutation',
    resetMailText: 'mutation',
  },
  clients: {
    list: 'query',
    counters: 'query',
    get: 'query',
    details: 'query',
    exportCsv: 'query',
    save: 'mutation',
    setArchived: 'mutation',
    setPortalAccess: 'mutation',
    checkTaxId: 'mutation',
    importCsv: 'mutation',
    saveContact: 'mutation',
    removeContact: 'mutation',
    addNote: 'mutation',
    removeNote: 'mutation',
  },
  dashboard: {
    stats: 'query',
    charts: 'query',
    waiting: 'query',
    firstSteps: 'query',
    skipStep: 'mutation',
    addSample: 'mutation',
    removeSample: 'mutation',
  },
  employees: {
    list: 'query',
    counters: 'query',
    get: 'query',
    save: 'mutation',
    setDeactivated: 'mutation',
  },
  files: {
    list: 'query',
    get: 'query',
    delete: 'mutation',
    review: 'mutation',
  },
  invitations: {
    list: 'query',
    create: 'mutation',
    resend: 'mutation',
    revoke: 'mutation',
  },
  finance: {
    summary: 'query',
    transactions: 'query',
    providerPayouts: 'query',
    payoutMovements: 'query',
    balanceState: 'query',
    taxReport: 'query',
    taxDocuments: 'query',
    ageing: 'query',
    accounts: 'query',
    saveAccounts: 'mutation',
    missingRates: 'query',
    exchangeRates: 'query',
    expense: 'query',
    unbilledExpenses: 'query',
    saveExpense: 'mutation',
    deleteExpense: 'mutation',
  },
  invoices: {
    list: 'query',
    summary: 'query',
    get: 'query',
    view: 'mutation',
    statement: 'query',
    letterhead: 'query',
    save: 'mutation',
    eInvoice: 'query',
    enterRate: 'mutation',
    fromTime: 'mutation',
    addExpenses: 'mutation',
    delete: 'mutation',
    send: 'mutation',
    mailDraft: 'query',
    mail: 'mutation',
    remind: 'mutation',
    void: 'mutation',
    credit: 'mutation',
    creditable: 'query',
    clientCredit: 'query',
    applyCredit: 'mutation',
    removeCredit: 'mutation',
    adjustCredit: 'mutation',
    writeOff: 'mutation',
    undoWriteOff: 'mutation',
    collectionRules: 'query',
    saveCollectionRules: 'mutation',
    createPayLink: 'mutation',
    revokePayLinks: 'mutation',
    recurring: 'query',
    recurringPlan: 'query',
    saveRecurring: 'mutation',
    pauseRecurring: 'mutation',
    deleteRecurring: 'mutation',
  },
  messages: {
    projects: 'query',
    list: 'query',
    people: 'query',
    unreadCount: 'query',
    send: 'mutation',
    markRead: 'mutation',
    edit: 'mutation',
    delete: 'mutation',
  },
  notifications: {
    unreadCount: 'query',
    list: 'query',
    markRead: 'mutation',
    markAllRead: 'mutation',
    preferences: 'query',
    savePreferences: 'mutation',
  },
  packages: {
    plans: 'query',
    subscription: 'query',
    preview: 'query',
    subscribe: 'mutation',
    payOverdue: 'mutation',
    cancel: 'mutation',
    list: 'query',
    analytics: 'query',
    save: 'mutation',
    setArchived: 'mutation',
    delete: 'mutation',
  },
  payments: {
    list: 'query',
    receipt: 'query',
    payInvoice: 'mutation',
    quickPay: 'mutation',
    cards: 'query',
    addCard: 'mutation',
    confirmCard: 'mutation',
    setDefaultCard: 'mutation',
    removeCard: 'mutation',
    recordManual: 'mutation',
    settleManual: 'mutation',
    refund: 'mutation',
    confirm: 'mutation',
  },
  payouts: {
    list: 'query',
    totals: 'query',
    preview: 'query',
    create: 'mutation',
    fromHours: 'mutation',
    payBatch: 'mutation',
    cancel: 'mutation',
  },
  people: {
    list: 'query',
    contributors: 'query',
  },
  platform: {
    settings: 'query',
    saveSettings: 'mutation',
    payments: 'query',
    savePayments: 'mutation',
    importExchangeRates: 'mutation',
    bookDifferences: 'query',
    operation: 'query',
    jobs: 'query',
    runJob: 'mutation',
    sendTestMail: 'mutation',
    mails: 'query',
    retryMail: 'mutation',
  },
  processes: {
    list: 'query',
    get: 'query',
    save: 'mutation',
    duplicate: 'mutation',
    setArchived: 'mutation',
    runs: 'query',
    run: 'query',
    start: 'mutation',
    tick: 'mutation',
    finish: 'mutation',
  },
  projects: {
    list: 'query',
    counters: 'query',
    get: 'query',
    create: 'mutation',
    update: 'mutation',
    setStatus: 'mutation',
    setArchived: 'mutation',
  },
  quickTasks: {
    list: 'query',
    counters: 'query',
    recent: 'query',
    get: 'query',
    add: 'mutation',
    save: 'mutation',
    setCompleted: 'mutation',
    snooze: 'mutation',
    delete: 'mutation',
    restore: 'mutation',
    convert: 'mutation',
  },
  schedule: {
    range: 'query',
    get: 'query',
    counters: 'query',
    conflicts: 'query',
    create: 'mutation',
    update: 'mutation',
    move: 'mutation',
    remove: 'mutation',
    reply: 'mutation',
  },
  search: {
    all: 'query',
  },
  settings: {
    get: 'query',
    savePreferences: 'mutation',
    saveAgency: 'mutation',
    exportData: 'query',
  },
  tasks: {
    list: 'query',
    counters: 'query',
    get: 'query',
    save: 'mutation',
    setStatus: 'mutation',
    move: 'mutation',
    toggleSubtask: 'mutation',
    setBlockers: 'mutation',
    bulk: 'mutation',
    bulkDelete: 'mutation',
    delete: 'mutation',
    comments: 'query',
    addComment: 'mutation',
    editComment: 'mutation',
    deleteComment: 'mutation',
  },
  timesheets: {
    list: 'query',
    get: 'query',
    submit: 'mutation',
    withdraw: 'mutation',
    review: 'mutation',
    unbilled: 'query',
    budgets: 'query',
    projectTime: 'query',
    saveProjectTime: 'mutation',
  },
  views: {
    list: 'query',
    save: 'mutation',
    share: 'mutation',
    delete: 'mutation',
  },
  webhooks: {
    list: 'query',
    deliveries: 'query',
    save: 'mutation',
    delete: 'mutation',
    retry: 'mutation',
  },
  workLog: {
    timer: 'query',
    counters: 'query',
    list: 'query',
    get: 'query',
    week: 'query',
    exportCsv: 'query',
    start: 'mutation',
    pause: 'mutation',
    resume: 'mutation',
    stop: 'mutation',
    save: 'mutation',
    delete: 'mutation',
  },
}
