/** A made-up client who can't sign in; the address is reserved for examples, so no mail arrives anywhere. */
export const SAMPLE_CLIENT = {
  name: 'Robin Sample',
  email: 'robin@meadow-and-finch.example',
  company: 'Meadow & Finch (sample)',
  portal_access: false,
}

export const SAMPLE_PROJECT = {
  name: 'Sample: a new website',
  description:
    'A project to look around in: open its tasks, drag them across the board, start a timer, write a message. It can be removed again with everything in it.',
  category: 'web-development',
  total_price: 1_200_000,
  requirements: ['Works on phones', 'The team edits pages without help'],
  deliverables: ['Page templates', 'Training for the editors'],
}

/** `due` counts days from today. */
export const SAMPLE_TASKS = [
  {
    title: 'Collect the texts and pictures',
    status: 'done',
    priority: 'medium',
    due: -9,
    estimated_hours: 3,
  },
  {
    title: 'Sketch the home page',
    status: 'review',
    priority: 'high',
    due: -1,
    estimated_hours: 6,
    subtasks: [
      { title: 'Desktop', completed: true },
      { title: 'Phone', completed: true },
      { title: 'Dark scheme' },
    ],
  },
  {
    title: 'Agree on colors and type',
    status: 'in_progress',
    priority: 'medium',
    due: 2,
    estimated_hours: 4,
  },
  { title: 'Build the page templates', status: 'todo', priority: 'high', due: 10, estimated_hours: 16 },
  { title: 'Test with five visitors', status: 'todo', priority: 'low', due: 18, estimated_hours: 5 },
  { title: 'Go live', status: 'todo', priority: 'urgent', due: 27, estimated_hours: 2 },
] as const
