import { Progress, Text } from '@mantine/core'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { useDeferredValue } from 'react'

const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Indexed by score, 0 to 4. */
const WORDS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong']
const COLORS = ['red', 'red', 'yellow', 'pine', 'pine']
const BEST = WORDS.length - 1

export interface PasswordStrengthProps {
  password: string
  /** Words the password should not contain, such as the user's name and email. */
  about: string[]
}

/** Estimated password strength; a hint that never prevents submitting. */
export function PasswordMeter({ password, about }: PasswordStrengthProps) {
  const typed = useDeferredValue(password)
  const { score } = meter.check(typed, about)
  return (
    <>
      <Progress
        mt={6}
        size={4}
        value={((score + 1) / (BEST + 1)) * 100}
        color={COLORS[score]}
        aria-label="Password strength"
      />
      <Text size="xs" c="dimmed" mt={2} role="status">
        Password strength: {WORDS[score]}
      </Text>
    </>
  )
}
