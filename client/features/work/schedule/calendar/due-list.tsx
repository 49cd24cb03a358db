import { Text, Title } from '@mantine/core'
import { IconFileInvoice, IconSquareCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { places } from '#shared/base/links.ts'
import type { DueDto } from '#shared/work/schedule.ts'
import classes from '../schedule.module.css'

export const placeOf = (due: Pick<DueDto, 'kind' | 'id'>) =>
  due.kind === 'task' ? places.task(due.id) : places.invoice(due.id)

/** Tasks and invoices due on the day, each linked to its screen. */
export function DueList({ dues }: { dues: DueDto[] }) {
  if (dues.length === 0) return null
  return (
    <section aria-labelledby="due-today">
      <Title order={2} id="due-today" mb="xs">
        Due
      </Title>
      <DueLinks dues={dues} />
    </section>
  )
}

export const DueLinks = ({ dues, ...props }: { dues: readonly DueDto[]; 'aria-label'?: string }) => (
  <ul className={classes.list} {...props}>
    {dues.map((due) => (
      <li key={`${due.kind}-${due.id}`}>
        <Link {...placeOf(due)} className={classes.due}>
          {due.kind === 'task' ? (
            <IconSquareCheck size={16} aria-hidden />
          ) : (
            <IconFileInvoice size={16} aria-hidden />
          )}
          <Text span truncate td={due.done ? 'line-through' : undefined}>
            {due.title}
          </Text>
          <Text span size="sm" c="dimmed">
            {due.kind === 'task' ? 'Task' : 'Invoice'}
            {due.done && (due.kind === 'task' ? ', done' : ', paid')}
          </Text>
        </Link>
      </li>
    ))}
  </ul>
)
