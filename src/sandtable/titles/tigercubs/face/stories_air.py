"""A sentence for every event of the air war."""

from __future__ import annotations

from typing import Final

AIR_STORIES: Final[dict[str, str]] = {
    "flies": "The {side} side flies {mission}",
    "takes_off": "{air} takes off for {place}",
    "escorts": "{air} escorts the mission to {place}",
    "determined": "The {side} side wants the attack on {place} pressed home at all costs",
    "intercepts": "{air} intercepts over {place}",
    "jettisons": "{air} jettisons its bombs",
    "cancelled": "The {side} side cancels its mission to {place}",
    "over_target": "The {side} mission is over {place}",
    "ignores": "{air} ignores its attacker",
    "bypasses": "{air} bypasses the escort and goes for {air}",
    "air_fire": "{air} fires at {air}: {air_result}",
    "aa_fire": "Anti-aircraft fire at {air} over {place}: {aa_result}",
    "lost_at_home": "{air} is lost near {place}, over friendly territory",
    "lost_abroad": "{air} is lost near {place}, over hostile territory",
    "bombs_short": "Bombs short of a full hit: one is scored at {n} or less of 100",
    "air_hits": "Bombs on {place}: {no} hit{s}",
    "interdicted": "{side} interdiction around {place} reaches level {n}",
    "close_support": "{side} close support over {place} is worth {no} combat factor{s}",
    "reconnoitred": "The {side} side reconnoitres {place}",
    "transferred": "{air} moves to {place}",
    "flown_in": "{unit} is flown to {place}",
    "aa_mode": "{unit} fires at aircraft this player turn",
    "at_mode": "{unit} fires at tanks this player turn",
    "air_order": "The {side} side flies first",
    "meets": "{air} meets {air} on its way home",
    "misses": "{air} does not find {air} and returns",
    "landed": "{air} lands at {place}",
}
