import type { ProjectStatus } from '#shared/work/projects.ts'
import type { TaskPriority, TaskStatus } from '#shared/work/tasks.ts'

interface HomeProject {
  input: {
    name: string
    category: string
    client: string
    /** Minor units. */
    total_price: number
    description: string
    requirements: string[]
    deliverables: string[]
  }
  team: string[]
  status: ProjectStatus
  /** Set manually; null computes it from the tasks. */
  progress: number | null
  startedDaysAgo: number
  dueInDays: number
}

export const HOME_PROJECTS: HomeProject[] = [
  {
    input: {
      name: 'Harbor Website Redesign',
      category: 'web-development',
      client: 'Jordan Blake',
      total_price: 1_200_000,
      description: 'A faster, accessible site for Harbor & Co with a content system the team runs itself.',
      requirements: [
        'WCAG 2.2 AA',
        'Content editable without a developer',
        'Contact form with spam protection',
      ],
      deliverables: ['Design system', 'Page templates', 'Deployed site'],
    },
    team: ['Emma Rivera'],
    status: 'in_progress',
    progress: 65,
    startedDaysAgo: 60,
    dueInDays: 30,
  },
  {
    input: {
      name: 'Harbor Brand Refresh',
      category: 'design',
      client: 'Jordan Blake',
      total_price: 450_000,
      description: 'A refreshed logo, palette and type for print and screen.',
      requirements: ['Works in one color'],
      deliverables: ['Logo pack', 'Brand guide'],
    },
    team: ['Emma Rivera', 'Sofia Patel'],
    status: 'completed',
    progress: null,
    startedDaysAgo: 85,
    dueInDays: -10,
  },
  {
    input: {
      name: 'Lumen Mobile App',
      category: 'mobile-app',
      client: 'Priya Nair',
      total_price: 1_800_000,
      description: 'The companion app for Lumen Labs: readings, alerts and sharing.',
      requirements: ['iOS and Android', 'Works offline'],
      deliverables: ['Clickable prototype', 'Store releases'],
    },
    team: ['Liam Chen'],
    status: 'planning',
    progress: 0,
    startedDaysAgo: 25,
    dueInDays: 90,
  },
  {
    input: {
      name: 'Harbor Spring Campaign',
      category: 'marketing',
      client: 'Jordan Blake',
      total_price: 600_000,
      description: 'Landing page, newsletter and ads for the spring season.',
      requirements: ['One landing page for each offer'],
      deliverables: ['Landing pages', 'Newsletter series', 'Report'],
    },
    team: ['Sofia Patel'],
    status: 'review',
    progress: 90,
    startedDaysAgo: 40,
    dueInDays: 14,
  },
]

interface HomeTask {
  title: string
  description?: string
  project: string
  assignee: string
  priority: TaskPriority
  status: TaskStatus
  /** The days before its due date on which it starts. */
  takesDays?: number
  dueInDays: number
  hours: number
  subtasks?: { title: string; completed: boolean }[]
}

const subtasks = (completed: number, ...titles: string[]) =>
  titles.map((title, index) => ({ title, completed: index < completed }))

/** Two of the contributor’s own are due on the day of seeding. */
export const HOME_TASKS: HomeTask[] = [
  {
    title: 'Set up design tokens',
    project: 'Harbor Website Redesign',
    assignee: 'Emma Rivera',
    priority: 'medium',
    status: 'done',
    takesDays: 5,
    dueInDays: -12,
    hours: 6,
  },
  {
    title: 'Build homepage layout',
    description: 'From the approved design, with real content.',
    project: 'Harbor Website Redesign',
    assignee: 'Emma Rivera',
    priority: 'high',
    status: 'in_progress',
    takesDays: 8,
    dueInDays: 0,
    hours: 12.5,
    subtasks: subtasks(2, 'Header and navigation', 'Hero section', 'Services grid', 'Testimonials', 'Footer'),
  },
  {
    title: 'Contact form API',
    project: 'Harbor Website Redesign',
    assignee: 'Emma Rivera',
    priority: 'medium',
    status: 'todo',
    dueInDays: 0,
    hours: 4,
  },
  {
    title: 'Accessibility pass',
    project: 'Harbor Website Redesign',
    assignee: 'Emma Rivera',
    priority: 'high',
    status: 'review',
    takesDays: 6,
    dueInDays: 3,
    hours: 8,
  },
  {
    title: 'Deliver logo pack',
    project: 'Harbor Brand Refresh',
    assignee: 'Sofia Patel',
    priority: 'medium',
    status: 'done',
    takesDays: 10,
    dueInDays: -15,
    hours: 10,
  },
  {
    title: 'Define MVP scope',
    project: 'Lumen Mobile App',
    assignee: 'Liam Chen',
    priority: 'urgent',
    status: 'in_progress',
    takesDays: 9,
    dueInDays: 5,
    hours: 6,
  },
  {
    title: 'Choose push provider',
    project: 'Lumen Mobile App',
    assignee: 'Liam Chen',
    priority: 'low',
    status: 'todo',
    dueInDays: 12,
    hours: 2,
  },
  {
    title: 'Draft wireframes',
    project: 'Lumen Mobile App',
    assignee: 'Liam Chen',
    priority: 'medium',
    status: 'todo',
    takesDays: 7,
    dueInDays: 16,
    hours: 14,
    subtasks: subtasks(0, 'Onboarding', 'Readings', 'Sharing'),
  },
  {
    title: 'Landing page copy',
    project: 'Harbor Spring Campaign',
    assignee: 'Sofia Patel',
    priority: 'high',
    status: 'in_progress',
    takesDays: 0,
    dueInDays: 4,
    hours: 5,
  },
  {
    title: 'QA campaign links',
    project: 'Harbor Spring Campaign',
    assignee: 'Sofia Patel',
    priority: 'low',
    status: 'todo',
    dueInDays: 9,
    hours: 1.5,
  },
]
