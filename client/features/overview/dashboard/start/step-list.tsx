import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router'
import { Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import type { FirstStep, FirstStepDto, FirstStepsDto } from '#shared/overview/first-steps.ts'
import classes from '../dashboard.module.css'
import type { DashboardDialog } from '../dashboard-search.ts'
import { useDashboardDialog } from '../use-dashboard-dialog.ts'
import { SampleProject } from './sample-project.tsx'

interface Step {
  label: string
  /** Why the step is worthwhile. */
  hint: string
  place?: LinkProps
  dialog?: DashboardDialog
}

const STEPS: Record<FirstStep, Step> = {
  brand: {
    label: 'Add your logo',
    hint: 'Clients see it on invoices, in emails and where they sign in.',
    place: linkOptions({ to: '/settings', search: { section: 'profile' } }),
  },
  invoicing: {
    label: 'Enter your company details',
    hint: 'Invoices need an address and, in most countries, a tax number.',
    place: linkOptions({ to: '/settings', search: { section: 'billing' } }),
  },
  rate: {
    label: 'Set your hourly rate',
    hint: 'Used to bill your own hours, unless a project has its own rate.',
    place: linkOptions({ to: '/settings', search: { section: 'profile' } }),
  },
  get_paid: {
    label: 'Choose how you get paid',
    hint: 'By card, or by bank transfer to the account you enter under Billing.',
    place: linkOptions({ to: '/settings', search: { section: 'payments' } }),
  },
  client: {
    label: 'Add your first client',
    hint: 'They can follow their projects and pay online.',
    dialog: 'client',
  },
  contributor: {
    label: 'Add your first contributor',
    hint: 'With a portal invitation, they get a link to join by email.',
    place: linkOptions({ to: '/employees', search: { new: true } }),
  },
  project: {
    label: 'Create your first project',
    hint: 'Tasks, time, files and messages belong to it.',
    dialog: 'project',
  },
  picture: {
    label: 'Add your picture',
    hint: 'It appears next to your name.',
    place: linkOptions({ to: '/settings', search: { section: 'profile' } }),
  },
  time: {
    label: 'Track your first time',
    hint: 'Start the timer on a task, or enter hours afterwards.',
    place: linkOptions({ to: '/time-tracking' }),
  },
  week: {
    label: 'Submit your first week',
    hint: 'Approved hours can be paid out.',
    place: linkOptions({ to: '/time-tracking', search: { tab: 'week', dialog: 'submit' } }),
  },
  message: {
    label: 'Write your first message',
    hint: 'Everyone on the project can reply.',
    place: linkOptions({ to: '/messages' }),
  },
  card: {
    label: 'Save a card for your invoices',
    hint: 'Then you can pay each one with one click.',
    place: linkOptions({ to: '/payments', search: { cards: true } }),
  },
}

/** The steps, each linked to its screen. */
export function StepList({ data, onHide }: { data: FirstStepsDto; onHide: () => void }) {
  const done = data.steps.filter(({ state }) => state === 'done').length
  return (
    <Section
      title="Getting started"
      action={
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {done} of {data.steps.length} done
          </Text>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onHide}>
            Not now
          </Button>
        </Group>
      }
    >
      <ul className={classes.panel} aria-label="Getting started">
        {data.steps.map((step) => (
          <StepRow key={step.key} step={step} />
        ))}
      </ul>
      <SampleProject sample={data.sample} offered={data.offers_sample} />
    </Section>
  )
}

const ICONS = { done: IconCircleCheck, skipped: IconCircleDashed, open: IconCircle }

function StepRow({ step: { key, state } }: { step: FirstStepDto }) {
  const utils = trpc.useUtils()
  const skip = trpc.dashboard.skipStep.useMutation({
    onError: errorToast('Failed to skip the step'),
    onSuccess: (steps) => utils.dashboard.firstSteps.setData(undefined, steps),
  })
  const { label, hint } = STEPS[key]
  const Icon = ICONS[state]
  return (
    <li className={classes.row}>
      <Icon size={18} aria-hidden className={classes.icon} />
      {state === 'open' ? (
        <div className={classes.what}>
          <StepLink step={STEPS[key]} />
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </div>
      ) : (
        <div className={classes.what}>
          <span className={classes.done}>{label}</span>
          <VisuallyHidden>{state === 'done' ? 'Done' : 'Skipped'}</VisuallyHidden>
        </div>
      )}
      {state !== 'done' && (
        <Button
          className={classes.act}
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={skip.isPending}
          aria-label={state === 'open' ? `Skip: ${label}` : `Undo skip: ${label}`}
          onClick={() => skip.mutate({ step: key, skipped: state === 'open' })}
        >
          {state === 'open' ? 'Skip' : 'Undo skip'}
        </Button>
      )}
    </li>
  )
}

function StepLink({ step: { label, place, dialog } }: { step: Step }) {
  const { open } = useDashboardDialog()
  if (place !== undefined) {
    return (
      <Link {...place} className={classes.link}>
        {label}
      </Link>
    )
  }
  return (
    <button type="button" className={classes.link} onClick={() => dialog && open(dialog)}>
      {label}
    </button>
  )
}
