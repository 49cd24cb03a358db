import { ActionIcon, Badge, Group, Text, Title, Tooltip } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { CardFact } from '#client/components/records/record-card.tsx'
import { titled } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCard } from '#shared/base/amounts/money.ts'
import type { PackageDto } from '#shared/money/plans/packages.ts'
import { PlanFeatures } from '../payments/plans/plan-features.tsx'
import classes from './packages.module.css'

const ICON = 16

export function PackageCard({ plan, onEdit }: { plan: PackageDto; onEdit: () => void }) {
  return (
    <article className={classes.card} aria-label={plan.name}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} className={classes.name}>
          {plan.name}
        </Title>
        <PackageActions plan={plan} onEdit={onEdit} />
      </Group>
      <Group gap="xs" mih={30}>
        <span className={classes.price}>
          {plan.price === null ? 'Custom' : formatCard(plan.price, plan.currency)}
        </span>
        {plan.price === null && (
          <Text size="sm" c="dimmed">
            Contact
          </Text>
        )}
        {plan.popular && <Badge ml="auto">Most Popular</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        {plan.description}
      </Text>
      <PlanFeatures plan={plan} />
      <div className={classes.facts}>
        <CardFact label="Billing">{plan.billing}</CardFact>
        <CardFact label="Subscribers">
          <Link className={classes.figure} to="/agencies" search={{ plan: plan.id }}>
            {plan.subscribers}
          </Link>
        </CardFact>
        <CardFact label="Revenue">
          <Link className={classes.figure} to="/packages" search={{ analytics: true }}>
            {formatCard(plan.revenue, plan.currency)}
          </Link>
        </CardFact>
        <CardFact label="Status">
          <StatusBadge status={plan.status} label={titled(plan.status)} />
        </CardFact>
      </div>
    </article>
  )
}

function PackageActions({ plan, onEdit }: { plan: PackageDto; onEdit: () => void }) {
  const [deleting, setDeleting] = useState(false)
  const setArchived = trpc.packages.setArchived.useMutation({
    onError: errorToast('Failed to archive the package'),
  })
  const remove = trpc.packages.delete.useMutation({ onError: errorToast('Failed to delete the package') })
  const archive = plan.status === 'active'
  const change = (archived: boolean) => setArchived.mutateAsync({ id: plan.id, archived })
  const toggle = async () => {
    await change(archive)
    toast({
      title: archive ? 'Package archived' : 'Package restored',
      message: archive ? `Existing subscribers stay on ${plan.name}.` : `${plan.name} is available again.`,
      action: { label: 'Undo', onClick: () => void change(!archive).catch(() => {}) },
    })
  }
  return (
    <Group gap={0} wrap="nowrap">
      <IconButton label={`Edit ${plan.name}`} onClick={onEdit}>
        <IconPencil size={ICON} aria-hidden />
      </IconButton>
      <IconButton
        label={`${archive ? 'Archive' : 'Restore'} ${plan.name}`}
        onClick={() => void toggle().catch(() => {})}
      >
        {archive ? <IconArchive size={ICON} aria-hidden /> : <IconArchiveOff size={ICON} aria-hidden />}
      </IconButton>
      <IconButton label={`Delete ${plan.name}`} onClick={() => setDeleting(true)}>
        <IconTrash size={ICON} aria-hidden />
      </IconButton>
      <ConfirmDialog
        opened={deleting}
        onClose={() => setDeleting(false)}
        title="Delete package"
        message={`${plan.name} will be permanently deleted. Packages with subscribers can only be archived.`}
        confirmLabel="Delete package"
        destructive
        onConfirm={async () => {
          await remove.mutateAsync({ id: plan.id })
          toast({ title: 'Package deleted', message: `${plan.name} has been deleted.` })
        }}
      />
    </Group>
  )
}

function IconButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} size={28} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
