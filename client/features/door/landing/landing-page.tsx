import { Button, Text, Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { Brand } from '#client/components/marks/brand.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import classes from './landing-page.module.css'

const ConfirmEmail = lazyComponent(() => import('./confirm-email.tsx'), 'ConfirmEmail')

export function LandingPage() {
  const { verify = null } = useSearch({ from: '/' })
  return <Suspense>{verify === null ? <Landing /> : <ConfirmEmail token={verify} />}</Suspense>
}

const POINTS = [
  ['For agencies', 'Plan projects, see where the hours go and get paid for them.'],
  ['For contributors', 'See what’s next, track time as you work and follow your payouts.'],
  ['For clients', 'Follow progress, talk to the team and pay invoices in one place.'],
] as const

function Landing() {
  const { app_name } = useAppInfo()
  useEffect(() => {
    document.title = app_name
  }, [app_name])
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Brand />
        <Button variant="default" renderRoot={(props) => <Link to="/auth" {...props} />}>
          Sign In
        </Button>
      </header>
      <main className={classes.hero}>
        <Title order={1} className={classes.title}>
          One place for your agency, contributors and clients
        </Title>
        <Text size="lg" c="dimmed" maw={560}>
          Manage projects, tasks, time, invoices and messages, and give everyone access to exactly what they
          need.
        </Text>
        <Button
          size="md"
          className={classes.start}
          renderRoot={(props) => <Link to="/auth" search={{ mode: 'register' }} {...props} />}
        >
          Get Started
        </Button>
        <DemoHint />
        <Picture />
        <dl className={classes.points}>
          {POINTS.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </main>
    </div>
  )
}

const SCHEMES = ['light', 'dark'] as const

/** A picture of the real dashboard, which `npm run pictures` takes from the demo. */
function Picture() {
  return (
    <div className={classes.frame} role="img" aria-label="An agency’s dashboard">
      <div className={classes.bar} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      {SCHEMES.map((scheme) => (
        // Preloads the picture for the current color scheme; the other one stays lazy.
        <link
          key={scheme}
          rel="preload"
          as="image"
          type="image/avif"
          href={`/product/dashboard-${scheme}.avif`}
          media={`(prefers-color-scheme: ${scheme})`}
        />
      ))}
      {SCHEMES.map((scheme) => (
        <picture key={scheme} className={classes.picture} data-scheme={scheme}>
          <source srcSet={`/product/dashboard-${scheme}.avif`} type="image/avif" />
          <img
            src={`/product/dashboard-${scheme}.webp`}
            alt=""
            width={1280}
            height={800}
            loading="lazy"
            decoding="async"
          />
        </picture>
      ))}
    </div>
  )
}

function DemoHint() {
  const { demo_accounts, demo_password } = useAppInfo()
  const owner = demo_accounts[1] ?? demo_accounts[0]
  if (owner === undefined) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      Demo credentials: {owner.email} / {demo_password}
    </Text>
  )
}
