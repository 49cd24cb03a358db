import { useEffect, useRef } from 'react'
import classes from './auth-screen.module.css'

export const PARTICLE_COUNT = 50
const MAX_SPEED = 12
const MAX_RADIUS = 2.2

/** Below 20 frames a second; a single slow frame may come from an inactive tab. */
const SLOW_SECONDS = 0.05
/** After this many slow frames in a row, the browser can't keep up. */
const SLOW_FRAMES = 10

interface Particle {
  x: number
  y: number
  /** Pixels per second. */
  dx: number
  dy: number
  radius: number
  opacity: number
}

export const createParticles = (width: number, height: number, random = Math.random): Particle[] =>
  Array.from({ length: PARTICLE_COUNT }, () => ({
    x: random() * width,
    y: random() * height,
    dx: (random() - 0.5) * 2 * MAX_SPEED,
    dy: (random() - 0.5) * 2 * MAX_SPEED,
    radius: 0.6 + random() * (MAX_RADIUS - 0.6),
    opacity: 0.25 + random() * 0.55,
  }))

const wrap = (value: number, size: number): number => ((value % size) + size) % size

/** The particle's position after the given seconds; particles wrap around the edges. */
export function moveParticle(particle: Particle, seconds: number, width: number, height: number) {
  particle.x = wrap(particle.x + particle.dx * seconds, width)
  particle.y = wrap(particle.y + particle.dy * seconds, height)
}

function draw(context: CanvasRenderingContext2D, particles: Particle[]) {
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  for (const { x, y, radius, opacity } of particles) {
    context.beginPath()
    context.arc(x, y, radius, 0, Math.PI * 2)
    context.fillStyle = `rgb(190 235 226 / ${opacity})`
    context.fill()
  }
}

/** After each frame, returns whether so many in a row were slow that the animation overloads the browser. */
export function countSlowFrames(): (seconds: number) => boolean {
  let slow = 0
  return (seconds) => {
    slow = seconds > SLOW_SECONDS ? slow + 1 : 0
    return slow >= SLOW_FRAMES
  }
}

/** Fifty slow particles on black; static if reduced motion is preferred or frames are slow. */
export function Particles() {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return
    let particles: Particle[] = []
    let frame = 0
    let last = performance.now()
    const tooSlow = countSlowFrames()

    const resize = () => {
      canvas.width = canvas.clientWidth
      canvas.height = canvas.clientHeight
      particles = createParticles(canvas.width, canvas.height)
      draw(context, particles)
    }
    const tick = (now: number) => {
      const passed = (now - last) / 1000
      if (tooSlow(passed)) return
      // Keeps particles from jumping after the tab was inactive.
      const seconds = Math.min(passed, 0.1)
      last = now
      for (const particle of particles) moveParticle(particle, seconds, canvas.width, canvas.height)
      draw(context, particles)
      frame = requestAnimationFrame(tick)
    }
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
    const follow = () => {
      cancelAnimationFrame(frame)
      if (!reducedMotion.matches) frame = requestAnimationFrame(tick)
    }

    resize()
    follow()
    window.addEventListener('resize', resize)
    reducedMotion.addEventListener('change', follow)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', resize)
      reducedMotion.removeEventListener('change', follow)
    }
  }, [])
  return <canvas ref={ref} className={classes.particles} aria-hidden />
}
