"""Build the judge from its configuration. Only this module names the concrete classes; everything else is given them."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from pathlib import Path

from jinja2 import ChoiceLoader, DictLoader, FileSystemLoader, PrefixLoader

from judge.assets import Assets, find_assets
from judge.chance import random_hex
from judge.clock import Clock, JumpGuardClock
from judge.config import Config, ConfigError, current_password, parse_metrics_address
from judge.daemon.clock_check import ClockCheck
from judge.daemon.game_check import GameCheck
from judge.daemon.health import verdict
from judge.daemon.heartbeat import DAILY, DailyLetter, Heartbeat
from judge.daemon.lasting_check import LastingCheck
from judge.daemon.monitoring import OperatorMonitor
from judge.daemon.paths import backup_folder, database_folder
from judge.daemon.ports import port_not_opened
from judge.daemon.synchronised import clock_is_synchronised
from judge.daemon.worker_check import WorkerCheck
from judge.daemon.world import World
from judge.game.model.gm_events import GMReminded, Restored
from judge.garbage import nothing_collected
from judge.letters import MARKER, Letter
from judge.mail.authentication_results import trusted_server
from judge.mail.compose import SenderIdentity
from judge.mail.delivery import CallRelay, Deliverer, SmtpRelay
from judge.mail.incoming import UNKNOWN
from judge.mail.maildir_out import MaildirDeliverer
from judge.mail.oauth import run_token_program
from judge.mail.parse import parse_mail, parse_sender_and_token
from judge.mail.parsed import ParsedMail
from judge.mail.sender import OutboxSender
from judge.mail.signature_check import SignatureCheck, signature_check
from judge.maps.board_paths import BoardPaths
from judge.maps.draw import DrawingKit
from judge.maps.mark_rules import Marks
from judge.maps.typeface import read_faces
from judge.office import Environment, NoticeRenderer, OfficeWorker
from judge.office.rendering.maps import MapRenderer
from judge.office.upkeep.alerts import Alerts
from judge.office.upkeep.games import tell_operator_of_silence
from judge.office.zines.publishing import queue_errata
from judge.reports import Templates
from judge.rules.ruleset import Ruleset
from judge.store import Store, existing_address
from judge.store.letter_locks import Sort
from judge.variants import load_ruleset, names_to_folders
from judge.variants.folder import unusable_folders
from judge.variants.folder import variant_texts as folder_words
from judge.variants.jdip_board import load_jdip_board
from judge.variants.marks import load_art, load_marks
from judge.version import judge_version

SHORTEST_KEY = 16
"""The fewest characters of a key that is not taken for the rest of one."""


class KeyUnusable(OSError):
    """The key of reply addresses cannot be used until a person puts it right."""


@dataclass(frozen=True)
class Application:
    """The parts of a judge that the daemon and the command line use."""

    settings: Config
    store: Store
    office: OfficeWorker
    drain: OutboxSender
    clock: Clock
    world: World
    rules: Callable[[str], Ruleset]
    """A folder's name → its ruleset, each read once."""
    sayer: NoticeRenderer
    troubles: Alerts
    watch: OperatorMonitor
    times: ClockCheck
    heartbeat: Heartbeat | None
    """Gives signs of life to somebody elsewhere; None if nobody waits for them."""
    signatures: SignatureCheck | None
    """Verifies DKIM signatures of letters as they arrive; None if nobody does, or our mail server does."""
    answer: Callable[[], Callable[[], None]]
    """Starts the metrics port if it is configured. The function it returns stops it."""


def build_application(
    settings: Config,
    clock: Clock | None = None,
    seed: Callable[[], str] | None = None,
    opened: Callable[[str, bytes, Sort], Store] | None = None,
    synchronised: Callable[[], bool | None] | None = None,
    worker: str = "",
    world: World | None = None,
) -> Application:
    """Build a judge from its configuration.
    `seed` returns the secret seed of a new game, which nobody must be able to guess; `opened` opens the store, for somebody who is
    no worker. `synchronised` tells whether time servers set the clock; a clock that is handed in says nothing of that by itself.
    `worker` is this worker's name among those of one store, the same after a restart. `world` is what the judge touches outside.

    Raises:
        WorkerDiffers: others are at work on the store, and differ from this worker.
        OSError: the store cannot be opened.
    """
    synchronised = synchronised or (clock_is_synchronised if clock is None else lambda: None)
    clock, world = clock or JumpGuardClock(), world or World()
    roots, found = variant_roots(settings)
    common = shared_worker_config(settings)
    opened = opened or partial(Store.open, said=common, chance=world.chance)
    store = opened(settings.store, load_token_key(settings), sorted_by(settings.address))
    rules = ruleset_loader(roots, found)
    looks = map_loader(roots, found) if settings.maps else (lambda folder: None)
    troubles = Alerts(store, settings.operator, settings.address)
    pictures = MapRenderer(looks, world.picture, world.together) if settings.maps else None
    jdip = cache(partial(load_jdip_board, roots=roots))
    sayer = NoticeRenderer(store, rules, template_loader(roots, found), pictures, troubles.incomplete, troubles.unwritten, jdip)
    house = Environment(
        store, settings.address, names_to_folders(roots), rules, mail_reader(settings), world.name, seed or world.secret,
        world.chance, world.elapsed, lambda folder: both[1] if (both := looks(folder)) else None, jdip,
        trust_from=settings.trust_from, operator=settings.operator, letters=settings.letters_an_hour,
        strangers=settings.strangers_an_hour, games_a_day=settings.games_a_day,
        guests_a_day=settings.guests_a_day, invitation_days=settings.invitation_days,
        listeners={Restored: queue_errata, GMReminded: tell_operator_of_silence},
    )  # fmt: skip
    way = build_deliverer(settings, world.relay)
    ask = way.probe if isinstance(way, SmtpRelay) else None
    drain = OutboxSender(
        store, sayer.say, SenderIdentity(settings.address, settings.name), way, clock, troubles.unsent, sayer.draw, sayer.page,
        ask, sayer.one_view, repeatable=isinstance(way, MaildirDeliverer), slow=sayer.draws,
    )  # fmt: skip
    office = OfficeWorker(house)
    times = ClockCheck(store, clock, troubles, synchronised)
    watch = OperatorMonitor(
        store, clock, troubles, office.tally, timedelta(minutes=settings.outbox_minutes), settings.keep_days,
        database_folder(settings), common, times, workers=WorkerCheck(store, clock, troubles, worker), free=world.free,
    )
    watch.steady = LastingCheck(
        store, clock, troubles, watch.lasting, synchronised, backup_folder(settings), settings.backup_days, times.began,
        patience_of(settings),
    )  # fmt: skip
    daily = [DailyLetter(store, clock, troubles).look] if settings.heartbeat == DAILY else []
    watch.more = (GameCheck(store, clock, troubles, rules, partial(unusable_folders, roots)).look, *daily)
    return Application(
        settings, store, office, drain, clock, world, rules, sayer, troubles, watch, times,
        build_heartbeat(settings, store, clock, synchronised), signature_check(settings), lambda: start_metrics(settings, watch),
    )


def patience_of(settings: Config) -> timedelta:
    """Return how long a deadline may wait for a place out of reach that may hold mail."""
    return timedelta(seconds=max((each.patience for each in (settings.imap, settings.inbox) if each), default=0.0))


def build_heartbeat(
    settings: Config, store: Store, clock: Clock, synchronised: Callable[[], bool | None]
) -> Heartbeat | None:
    """Return what gives signs of life, if the configuration says where to."""
    if settings.heartbeat in ("", DAILY):
        return None
    return Heartbeat(settings.heartbeat, lambda: verdict(settings, store, clock.now(), synchronised))


def build_read_only(settings: Config) -> Application:
    """Build the same for commands that look or repair: the judge exists already and may be running.

    Raises:
        OSError: no judge here, or its store is of another version.
    """
    existing_address(settings.store)  # before a key would be made for it
    return build_application(settings, opened=Store.open_existing)


def start_metrics(settings: Config, watch: OperatorMonitor) -> Callable[[], None]:
    """Serve metrics, if the configuration says where; return the function that stops it. Raises OSError if the port cannot be
    opened.
    """
    if not settings.metrics:
        return lambda: None
    from judge.daemon.metrics import serve_metrics

    host, port = parse_metrics_address(settings.metrics)
    try:
        return serve_metrics(watch, watch.tally, host, port)
    except OSError as error:
        raise OSError(port_not_opened("metrics", host, port, error)) from error


def shared_worker_config(settings: Config) -> dict[str, str]:
    """Return what all workers of one store must share beside the key. Before a deadline, a worker checks only the places that it
    fetches from, and it must be able to read what the others write.
    """
    imap, inbox = settings.imap, settings.inbox
    place = f"{imap.host} {imap.port} {imap.user} {imap.folder}" if imap else ""
    version = shared_version(judge_version())
    return {"address": settings.address, "imap": place, "inbox": inbox.path if inbox else "", "version": version}


def shared_version(version: str) -> str:
    """Return what the versions of workers at work on one store must have in common: the first two numbers of releases, since the
    third changes nothing that is stored (`0.2.x`), and all of a version between two releases.
    """
    release = re.fullmatch(r"(\d+\.\d+)\.\d+", version)
    return f"{release[1]}.x" if release else version


def variant_roots(settings: Config) -> tuple[tuple[Path, ...], Assets]:
    """Return the folders of games, the operator's own first, and the other data folders."""
    found = find_assets()
    return (*settings.games, found.games), found


def ruleset_loader(roots: Sequence[Path], found: Assets) -> Callable[[str], Ruleset]:
    """Return a function from a folder to its Ruleset, which is read once. It is thread-safe: if office and sender read one at the
    same time, each would run the game's modules, and their classes would differ.
    """
    grammars, turn = found.grammars(), threading.Lock()

    @cache
    def read_rules(folder: str) -> Ruleset:
        with nothing_collected():
            return load_ruleset(folder, roots, grammars)

    def rules(folder: str) -> Ruleset:
        with turn:
            return read_rules(folder)

    return rules


def template_loader(roots: Sequence[Path], found: Assets) -> Callable[[str], Templates]:
    """Return a function from a folder ('' for mail about no game) to its templates: `game/…` is the folder's own, everything else
    is common.
    """
    common = FileSystemLoader(found.templates)

    @cache
    def words(folder: str) -> Templates:
        own = DictLoader(folder_words(folder, roots) if folder else {})
        return Templates(ChoiceLoader([PrefixLoader({"game": own}), common]))

    return words


def map_loader(roots: Sequence[Path], found: Assets) -> Callable[[str], tuple[DrawingKit, Marks] | None]:
    """Return a function from a folder to the map that it declares; None if it has no drawn board."""
    words, faces = template_loader(roots, found), cache(lambda: read_faces(found.glyphs.read_text("utf-8")))

    @cache
    def maps(folder: str) -> tuple[DrawingKit, Marks] | None:
        art = load_art(folder, roots)
        return (DrawingKit(BoardPaths(art), faces(), words(folder).listed("map.j2")), load_marks(folder, roots)) if art else None

    return maps


def sorted_by(own: str) -> Sort:
    """Return a function that tells from the envelope whose a letter may be, before its head is read. A reply to all may be several
    people's.
    """

    def sort(head: bytes, sender: str, recipient: str) -> tuple[str, str]:
        address, token = parse_sender_and_token(head, recipient, own)
        return address or (sender if token else ""), token

    return sort


def mail_reader(settings: Config) -> Callable[[Letter], ParsedMail]:
    """Return the function that reads letters to the judge's address."""
    verifier = trusted_server(settings.verified)

    def read_letter(letter: Letter) -> ParsedMail:
        envelope = None if letter.sender == UNKNOWN else letter.sender
        return parse_mail(letter.raw, envelope, letter.recipient, settings.address, MARKER, verifier, letter.signed)

    return read_letter


def token_key_path(settings: Config) -> Path:
    """Return the file with the key from which reply addresses are made.

    Raises:
        ConfigError: it is not configured, and the store is not a file next to which it could be.
    """
    if settings.key is None and settings.store.startswith("postgresql"):
        raise ConfigError("key: name a file; every worker of this store needs the same one")
    return settings.key or Path(settings.store.rpartition("sqlite:///")[2]).with_suffix(".key")


def is_key_cut_short(key: bytes) -> bool:
    """Whether a key is what a power cut or a full disk leaves of a copy, so that it could be guessed. Ours have 64 characters."""
    return len(key.strip(b"\0 \r\n\t")) < SHORTEST_KEY


def load_token_key(settings: Config) -> bytes:
    """Return the key from which reply addresses are made; create it if it is missing. It is not in the database or its backups.

    Raises:
        KeyUnusable: it cannot be read, other users can read it, or it is cut short.
        OSError: it cannot be made.
    """
    path = token_key_path(settings)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{random_hex(4)}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(random_hex(32))
            file.flush()
            os.fsync(file.fileno())  # a key left empty by a power cut could be guessed by anybody
        with suppress(FileExistsError):  # another process made it first
            os.link(fresh, path)
        fresh.unlink()
    if path.stat().st_mode & 0o077:
        raise KeyUnusable(f"the key {path} can be used by others; chmod go-rwx it first")
    try:
        key = path.read_bytes().strip()
    except OSError as error:
        raise KeyUnusable(f"the key {path} cannot be read: {error.strerror}; see `key` in judge.yaml") from error
    if is_key_cut_short(key):
        remedy = "put your copy of it back, or delete the file, and a new key is made"
        raise KeyUnusable(f"the key {path} is empty or cut short; {remedy}")
    return key


def build_deliverer(settings: Config, call: CallRelay | None = None) -> Deliverer:
    """Return the relay if one is configured, which is reached by `call`; else Maildirs."""
    relay = settings.relay
    if relay is None:
        return MaildirDeliverer(settings.maildir)
    command = relay.token_command
    return SmtpRelay(
        relay.host,
        relay.port,
        tls=relay.tls,
        ca_file=relay.ca_file,
        user=relay.user,
        secret=(lambda: run_token_program(command)) if command else (lambda: current_password(relay.password)),
        oauth=bool(command),
        call=call,
    )
