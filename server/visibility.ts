import { agencyVisibility } from './agencies/visibility.ts'
import { apiTokenVisibility } from './api-tokens/visibility.ts'
import { profileVisibility } from './auth/visibility.ts'
import { autopayVisibility } from './autopay/visibility.ts'
import { billingVisibility } from './billing/visibility.ts'
import { clientVisibility } from './clients/visibility.ts'
import type { Visibility } from './core/visibility.ts'
import { employeeVisibility } from './employees/visibility.ts'
import { fileVisibility } from './files/visibility.ts'
import { financeVisibility } from './finance/visibility.ts'
import { importVisibility } from './imports/visibility.ts'
import { invitationVisibility } from './invitations/visibility.ts'
import { invoiceVisibility } from './invoices/visibility.ts'
import { messageVisibility } from './messages/visibility.ts'
import { subscriptionVisibility } from './packages/visibility.ts'
import { paymentVisibility } from './payments/visibility.ts'
import { payoutVisibility } from './payouts/visibility.ts'
import { processVisibility } from './processes/visibility.ts'
import { projectVisibility } from './projects/visibility.ts'
import { quickTaskVisibility } from './quick-tasks/visibility.ts'
import { activityVisibility } from './reactions/activity/visibility.ts'
import { auditVisibility } from './reactions/audit/visibility.ts'
import { notificationVisibility } from './reactions/notifications/visibility.ts'
import { webhookVisibility } from './reactions/webhooks/visibility.ts'
import { scheduleVisibility } from './schedule/visibility.ts'
import { pictureVisibility } from './settings/visibility.ts'
import { taskVisibility } from './tasks/visibility.ts'
import { timesheetVisibility } from './timesheets/visibility.ts'
import { savedViewVisibility } from './views/visibility.ts'
import { timeEntryVisibility } from './work-log/visibility.ts'

/** Which rows of each tenant table each kind of reach sees: every domain's own declaration, and none forgotten. */
export const VISIBILITY: Visibility = {
  ...activityVisibility,
  ...agencyVisibility,
  ...apiTokenVisibility,
  ...auditVisibility,
  ...autopayVisibility,
  ...billingVisibility,
  ...clientVisibility,
  ...employeeVisibility,
  ...fileVisibility,
  ...financeVisibility,
  ...importVisibility,
  ...invitationVisibility,
  ...invoiceVisibility,
  ...messageVisibility,
  ...notificationVisibility,
  ...paymentVisibility,
  ...payoutVisibility,
  ...pictureVisibility,
  ...processVisibility,
  ...profileVisibility,
  ...projectVisibility,
  ...quickTaskVisibility,
  ...savedViewVisibility,
  ...scheduleVisibility,
  ...subscriptionVisibility,
  ...taskVisibility,
  ...timeEntryVisibility,
  ...timesheetVisibility,
  ...webhookVisibility,
}
