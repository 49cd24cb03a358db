import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshAppInfo } from '#client/lib/app-info.ts'
import { LiveConnection } from '#client/lib/live.ts'
import { openLiveStream } from '#client/lib/live-stream.ts'
import { pageData } from '#client/lib/page-data.ts'
import { createRefresher } from '#client/lib/refresh.ts'
import { lookForNewBuild } from '#client/lib/service-worker.ts'
import { refreshSession } from '#client/lib/session.ts'
import { onRenewal } from '#client/lib/session-renewal.ts'
import { ALL_DOMAINS, APP_INFO_DOMAIN } from '#shared/live.ts'

/** Hidden tabs close their stream after this long, because browsers limit connections per site. */
const HIDDEN_MS = 10_000

/** Keeps this tab's queries up to date; returns whether updates arrive. */
export function useLiveChanges(): { connected: boolean } {
  const client = useQueryClient()
  const [connected, setConnected] = useState(true)

  useEffect(() => {
    const refresher = createRefresher(client)
    const connection = new LiveConnection({
      open: openLiveStream,
      since: pageData?.last_event_id ?? null,
      onConnected: (arrives) => {
        setConnected(arrives)
        if (arrives) lookForNewBuild()
      },
      onChange: (domains) => {
        if (domains.includes('auth')) void refreshSession()
        if (domains.includes(APP_INFO_DOMAIN) || domains.includes(ALL_DOMAINS)) void refreshAppInfo()
        refresher.refresh(domains)
      },
      onRefused: async () => {
        const { status } = await refreshSession()
        // Permissions may have changed, so drop everything loaded under the old ones.
        if (status === 'signed-in') void client.resetQueries()
        return status === 'signed-in'
      },
    })

    let timer: ReturnType<typeof setTimeout> | undefined
    const followVisibility = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') connection.start()
      else timer = setTimeout(() => connection.stop(), HIDDEN_MS)
    }
    const reconnect = () => {
      connection.stop()
      connection.start()
    }
    const hangUp = () => {
      connection.stop()
      setConnected(false)
    }
    document.addEventListener('visibilitychange', followVisibility)
    window.addEventListener('online', reconnect)
    const offRenewal = onRenewal(reconnect)
    window.addEventListener('offline', hangUp)
    followVisibility()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', followVisibility)
      window.removeEventListener('online', reconnect)
      offRenewal()
      window.removeEventListener('offline', hangUp)
      connection.stop()
      refresher.stop()
    }
  }, [client])

  return { connected }
}
