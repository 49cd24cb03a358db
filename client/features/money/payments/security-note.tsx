import { Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import classes from './payments.module.css'

export const SecurityNote = () => (
  <Text size="sm" c="dimmed" className={classes.note}>
    <IconLock size={14} aria-hidden />
    Payments are secured by a card payment provider and card data is never stored.
  </Text>
)
