import type { Kysely, Transaction } from 'kysely'
import type { AccountTables } from './tables/accounts.ts'
import type { ActivityTables } from './tables/activity.ts'
import type { AutopayTables } from './tables/autopay.ts'
import type { BalanceTables } from './tables/balance.ts'
import type { BillingTables } from './tables/billing.ts'
import type { CardTables } from './tables/cards.ts'
import type { ClientTables } from './tables/clients.ts'
import type { EmployeeTables } from './tables/employees.ts'
import type { FileTables } from './tables/files.ts'
import type { FinanceTables } from './tables/finance.ts'
import type { ImportTables } from './tables/imports.ts'
import type { InvoiceTables } from './tables/invoices.ts'
import type { JobTables } from './tables/jobs.ts'
import type { KeyedRequestTables } from './tables/keyed-requests.ts'
import type { LiveTables } from './tables/live.ts'
import type { MailTables } from './tables/mail.ts'
import type { MessageTables } from './tables/messages.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { PackageTables } from './tables/packages.ts'
import type { PaymentTables } from './tables/payments.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { ProcessTables } from './tables/processes.ts'
import type { ProgramTables } from './tables/programs.ts'
import type { ProjectTables } from './tables/projects.ts'
import type { QuickTaskTables } from './tables/quick-tasks.ts'
import type { ScheduleTables } from './tables/schedule.ts'
import type { SearchTables } from './tables/search.ts'
import type { TaskTables } from './tables/tasks.ts'
import type { TimeTables } from './tables/time.ts'
import type { ViewTables } from './tables/views.ts'

/** Every table of the product; each domain describes its own in `tables/`. */
export interface Schema
  extends AccountTables,
    ActivityTables,
    BalanceTables,
    AutopayTables,
    BillingTables,
    CardTables,
    ClientTables,
    EmployeeTables,
    FileTables,
    FinanceTables,
    ImportTables,
    InvoiceTables,
    JobTables,
    KeyedRequestTables,
    LiveTables,
    MailTables,
    MessageTables,
    NotificationTables,
    PackageTables,
    PaymentTables,
    PlatformTables,
    ProcessTables,
    ProgramTables,
    ProjectTables,
    QuickTaskTables,
    ScheduleTables,
    SearchTables,
    TaskTables,
    TimeTables,
    ViewTables {}

/** The database or a transaction on it: queries and commands take either. */
export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>
