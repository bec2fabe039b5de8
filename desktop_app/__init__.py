"""Slipstream: a desktop chat application for local language models with speculative decoding."""

__version__ = "0.1.0"
APP_ID = "io.github.slipstream_chat.Slipstream"
APP_NAME = "Slipstream"
