import { Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Section } from '#client/components/detail-parts.tsx'
import type { ChecklistStep } from '#shared/dashboard.ts'
import classes from './dashboard.module.css'
import { useDashboardDialog } from './use-dashboard-dialog.ts'

const LABELS: Record<ChecklistStep['key'], string> = {
  client: 'Add your first client',
  contributor: 'Add your first contributor',
  project: 'Create your first project',
  task: 'Create your first task',
}

/** The setup checklist of a new agency; the server stops sending it when complete. */
export function FirstSteps({ steps }: { steps: ChecklistStep[] }) {
  const done = steps.filter((step) => step.done).length
  return (
    <Section
      title="Getting started"
      action={
        <Text size="sm" c="dimmed">
          {done} of {steps.length} done
        </Text>
      }
    >
      <ul className={classes.panel} aria-label="Getting started">
        {steps.map((step) => (
          <li key={step.key} className={classes.row}>
            {step.done ? (
              <Group gap={12} wrap="nowrap">
                <IconCircleCheck size={18} aria-hidden className={classes.icon} />
                <span className={classes.done}>{LABELS[step.key]}</span>
                <VisuallyHidden>Done</VisuallyHidden>
              </Group>
            ) : (
              <>
                <IconCircle size={18} aria-hidden className={classes.icon} />
                <OpenStep step={step.key} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function OpenStep({ step }: { step: ChecklistStep['key'] }) {
  const { open } = useDashboardDialog()
  if (step === 'contributor') {
    return (
      <Link to="/employees" search={{ new: true }} className={classes.link}>
        {LABELS[step]}
      </Link>
    )
  }
  return (
    <button type="button" className={classes.link} onClick={() => open(step)}>
      {LABELS[step]}
    </button>
  )
}
