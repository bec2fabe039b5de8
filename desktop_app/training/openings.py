"""First words of a user's turn: what the target continues when it writes its own training questions.

Self-distillation needs no data set: from its chat template's empty user turn a chat model writes a question by itself,
but what it writes then clusters on a few subjects.  A few fixed first words, spread over what people ask of a chat
application, widen that.  Everything after the opening is the target's own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType

TOPICS: tuple[str, ...] = (
    *(
        "volcanoes",
        "the moon",
        "bread",
        "honey bees",
        "electric cars",
        "the human heart",
        "black holes",
        "coffee",
    ),
    *("the Roman Empire", "vaccines", "gravity", "chess", "jazz", "the stock market", "earthquakes", "sleep"),
    *(
        "solar power",
        "dinosaurs",
        "democracy",
        "rainbows",
        "the French Revolution",
        "whales",
        "inflation",
        "yoga",
    ),
    *(
        "machine learning",
        "the water cycle",
        "rice",
        "bicycles",
        "trade unions",
        "glaciers",
        "memory",
        "cinema",
    ),
    *("a job interview", "a birthday party", "a small garden", "a used car", "a long flight", "a new puppy"),
    *(
        "learning a language",
        "saving money",
        "back pain",
        "stage fright",
        "moving to a new city",
        "home insurance",
    ),
    *(
        "an old sailor",
        "a lost key",
        "two brothers",
        "a talking cat",
        "a robot who paints",
        "a village in winter",
    ),
    *(
        "databases",
        "sorting algorithms",
        "the internet",
        "passwords",
        "operating systems",
        "a web server",
        "recursion",
    ),
    *("Shakespeare", "the Great Wall", "Antarctica", "tea", "football", "photography", "noise", "time zones"),
)

OPENINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "open": ("", "", "", "I", "My", "Is", "If", "In", "The", "Please", "Can you", "Who", "When", "Where", "Which"),
        "chat": (
            "What", "How", "Why", "Tell me", "Give me", "Suggest", "I need help with", "How do I", "What should I",
            "Hello!", "Thanks,", "Let's talk about {topic}.", "Explain {topic}", "Explain to a child", "Describe",
            "Compare", "What is the difference between", "Give me five tips for {topic}", "What do you know about {topic}?",
            "Why is {topic}", "How does {topic}", "List", "List the", "Create a", "Plan", "Recommend", "Is it true that",
        ),
        "writing": (
            "Write a", "Write an email", "Write a short story about {topic}", "Write a poem about {topic}", "Rewrite",
            "Write a letter", "Improve this sentence:", "Write a product description for", "Make this text shorter:",
            "Write the first paragraph of", "Correct the grammar:", "Write a dialogue between", "Write a speech about {topic}",
        ),
        "translation": (
            "Translate the following sentence:", "Translate into French:", "Translate into Spanish:",
            "Translate into German:", "How do you say", "Translate to English:", "What does the word",
        ),
        "summarising": (
            "Summarize the following text:", "Summarize this article about {topic}:", "Summarise in one sentence:",
            "Give the main points of this text:", "Summarize: {Topic}", "What is this passage about?",
        ),
        "questions": (
            "Based on the following passage, answer the question.", "Read the text and answer: {Topic}", "Context:",
            "Use only the information below to answer.", "Passage: {Topic}", "Answer the question using the document.",
            "What is the capital of", "Who was", "When did", "How many", "What year",
        ),
        "arithmetic": (
            "Solve", "Calculate", "A train", "A shop sells", "If I have", "What is 12", "Find the area", "Find the",
            "There are", "A recipe needs", "How much", "Convert", "What is the average of", "John has",
        ),
        "code": (
            "Write a Python function", "Write a Python function that", "Fix the bug in this code:", "Explain this code:",
            "Write a SQL query", "Write a JavaScript function", "Write a class", "How do I in Python", "Write a bash script",
            "Write a C program", "What does this function do?", "Write HTML for", "Write a regular expression",
            "Write a unit test for", "Implement", "Sort a list of",
        ),
    }
)  # fmt: skip


def opening(random_source: random.Random) -> tuple[str, str]:
    """Draw (group, first words); every group is equally likely, every opening of a group too."""
    group = random_source.choice(tuple(OPENINGS))
    words = random_source.choice(OPENINGS[group])
    topic = random_source.choice(TOPICS)
    return group, words.replace("{topic}", topic).replace("{Topic}", topic[0].upper() + topic[1:])
