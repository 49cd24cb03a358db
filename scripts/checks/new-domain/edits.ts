/** Text added to a file, before the first occurrence of another; at its start if that is empty. */
export interface Edit {
  file: string
  before: string
  add: string
}

const DASHBOARD = 'client/features/overview/dashboard/dashboard-page.tsx'

const event = (name: string, effect: string, audit = '') =>
  `  'announcement.${name}': event({ effect: '${effect}', subject: 'announcement', touches: ['announcements']${audit} }),\n`

/** What the sample domain adds to other domains' files; `migration` is its migration's name. */
export const editsFor = (migration: string): Edit[] => [
  {
    file: 'migrations/index.ts',
    before: '',
    add: `import * as announcements from './${migration}.ts'\n`,
  },
  {
    file: 'migrations/index.ts',
    before: "  '0001-foundation'",
    add: `  '${migration}': announcements,\n`,
  },
  {
    file: 'server/domains.ts',
    before: '',
    add: "import { announcements } from './people/announcements/domain.ts'\n",
  },
  { file: 'server/domains.ts', before: '  employees,\n', add: '  announcements,\n' },
  {
    file: 'shared/people/events.ts',
    before: "  'client.created'",
    add: [
      event('added', 'adds'),
      event('changed', 'sets'),
      event('deleted', 'removes', ", audit: () => 'An announcement deleted'"),
      event('read', 'sets'),
    ].join(''),
  },
  {
    file: DASHBOARD,
    before: '',
    add: "import { lazyPart } from '#client/components/states/lazy-part.tsx'\n",
  },
  {
    file: DASHBOARD,
    before: '/** The dashboard of each role.',
    add: `const Announcements = lazyPart(
  () => import('../../people/announcements/announcements.tsx'),
  'Announcements',
  80,
)

`,
  },
  { file: DASHBOARD, before: '<DashboardDialogs />', add: '<Announcements />\n' },
]
