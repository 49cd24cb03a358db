import {
  IconBolt,
  IconCalculator,
  IconFileInvoice,
  IconListCheck,
  IconReceipt,
  IconRoute,
} from '@tabler/icons-react'
import type { SessionUserDto } from '#shared/auth.ts'
import { type Action, allows } from '#shared/policies.ts'
import { linksFor, type NavLink } from './nav-links.ts'

/** Screens that the sidebar doesn't list, with what it takes to see them. */
const FURTHER: readonly (NavLink & { can: Action })[] = [
  { label: 'Tasks', to: '/tasks', icon: IconListCheck, can: 'task.read' },
  { label: 'My Tasks', to: '/my-tasks', icon: IconListCheck, can: 'task.write' },
  { label: 'Quick Tasks', to: '/quicks', icon: IconBolt, can: 'quick-task.own' },
  { label: 'Process Management', to: '/process', icon: IconRoute, can: 'process.read' },
  { label: 'Accounts & Finance', to: '/accounts', icon: IconCalculator, can: 'finance.read' },
  { label: 'Invoices', to: '/invoices', icon: IconFileInvoice, can: 'invoice.read' },
  { label: 'Payouts', to: '/payouts', icon: IconReceipt, can: 'payout.read' },
]

/** Every screen the user may see, as the palette and the keyboard reach them. */
export const screensFor = ({ role }: Pick<SessionUserDto, 'role'>): NavLink[] => [
  ...linksFor(role),
  ...FURTHER.filter(({ can }) => allows(role, can)),
]

/** The letter that follows G. */
export const SCREEN_KEYS: Readonly<Partial<Record<NavLink['to'], string>>> = {
  '/dashboard': 'O',
  '/projects': 'P',
  '/tasks': 'T',
  '/clients': 'C',
  '/employees': 'E',
  '/payments': 'Y',
  '/invoices': 'I',
  '/work-log': 'W',
  '/messages': 'M',
  '/schedules': 'S',
  '/quicks': 'Q',
  '/process': 'R',
  '/accounts': 'F',
  '/agencies': 'A',
  '/packages': 'K',
  '/settings': 'X',
}
